import * as z from 'zod/mini';
import type { DeviceStorage } from '#lib/device/device-storage.ts';
import { LESSON_KEYS, type LessonKey } from './lessons.ts';

/** Which lessons are done on this device, in no order. */
const Done = z.array(z.enum(LESSON_KEYS)).check(z.maxLength(LESSON_KEYS.length));

const KEY = 'lessons done';

/** @returns the lessons done; none when nothing readable is stored */
export const loadDone = (storage: DeviceStorage): readonly LessonKey[] => storage.readJson(KEY, Done) ?? [];

export function saveDone(storage: DeviceStorage, done: readonly LessonKey[]): void {
  storage.writeJson(KEY, done);
}

/** The first lesson that is not done, from 0; the end when all are. */
export const firstNotDone = (done: readonly LessonKey[]): number => {
  const next = LESSON_KEYS.findIndex((key) => !done.includes(key));
  return next < 0 ? LESSON_KEYS.length : next;
};

/** The lesson an address names by its number, `#4` the fourth; undefined when it names none. The end comes after the last. */
export function lessonInHash(hash: string): number | undefined {
  const n = /^#(\d{1,2})$/.exec(hash)?.[1];
  const place = n === undefined ? -1 : Number(n) - 1;
  return place >= 0 && place <= LESSON_KEYS.length ? place : undefined;
}
