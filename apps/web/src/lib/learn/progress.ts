import * as z from 'zod/mini';
import type { DeviceStorage } from '#lib/device/device-storage.ts';
import { LESSON_KEYS, type LessonKey } from './lessons.ts';

const Done = z.array(z.enum(LESSON_KEYS)).check(z.maxLength(LESSON_KEYS.length));

const KEY = 'lessons done';

/** @returns no lessons when nothing readable is stored */
export const loadDone = (storage: DeviceStorage): readonly LessonKey[] => storage.readJson(KEY, Done) ?? [];

export function saveDone(storage: DeviceStorage, done: readonly LessonKey[]): void {
  storage.writeJson(KEY, done);
}

/** Index of the first unfinished lesson, or of the end. */
export const firstNotDone = (done: readonly LessonKey[]): number => {
  const next = LESSON_KEYS.findIndex((key) => !done.includes(key));
  return next < 0 ? LESSON_KEYS.length : next;
};

/** Index of the lesson in a hash, such as `#4` for the fourth; the end follows the last lesson. */
export function lessonInHash(hash: string): number | undefined {
  const n = /^#(\d{1,2})$/.exec(hash)?.[1];
  const place = n === undefined ? -1 : Number(n) - 1;
  return place >= 0 && place <= LESSON_KEYS.length ? place : undefined;
}
