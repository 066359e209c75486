import { LoggedEvent } from '@terrace/protocol';
import * as z from 'zod/mini';
import type { DeviceStorage } from '#lib/device/device-storage.ts';

export const Rotation = z.enum(['stays', 'turns']);
export type Rotation = z.infer<typeof Rotation>;

const StoredGame = z.object({ log: z.array(LoggedEvent).check(z.minLength(1)), turning: Rotation });
export type StoredGame = z.infer<typeof StoredGame>;

const GAME = 'local game';
const SEEN_AT = 'local game seen';

/** The stored game, and when its page was last open (ms since 1970); undefined when nothing readable is stored. */
export function storedGame(storage: DeviceStorage): { stored: StoredGame; seenAt: number } | undefined {
  const stored = storage.readJson(GAME, StoredGame);
  if (stored === undefined) return undefined;
  const lastAt = stored.log.at(-1)?.at ?? 0;
  return { stored, seenAt: Math.max(Number(storage.read(SEEN_AT)) || 0, lastAt) };
}

export function storeGame(storage: DeviceStorage, stored: StoredGame): void {
  storage.writeJson(GAME, stored);
}

export function removeGame(storage: DeviceStorage): void {
  storage.remove(GAME);
}

export function storeSeenAt(storage: DeviceStorage, now: number): void {
  storage.write(SEEN_AT, String(now));
}
