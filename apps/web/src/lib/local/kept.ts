import { LoggedEvent } from '@terrace/protocol';
import * as z from 'zod/mini';

/** Whether the board is turned to whoever is to move, or lies still. */
export const Turning = z.enum(['stays', 'turns']);
export type Turning = z.infer<typeof Turning>;

/** A game as the device keeps it. */
const Kept = z.object({ log: z.array(LoggedEvent).check(z.minLength(1)), turning: Turning });
export type Kept = z.infer<typeof Kept>;

const GAME = 'local game';
const SEEN = 'local game seen';

/** The game kept on this device, and when its page was last open (ms since 1970); nothing that cannot be read counts. */
export function keptGame(storage: Storage): { kept: Kept; seenAt: number } | undefined {
  const kept = Kept.safeParse(json(storage.getItem(GAME)));
  if (!kept.success) return undefined;
  const lastAt = kept.data.log.at(-1)?.at ?? 0;
  return { kept: kept.data, seenAt: Math.max(Number(storage.getItem(SEEN)) || 0, lastAt) };
}

export function keepGame(storage: Storage, kept: Kept): void {
  storage.setItem(GAME, JSON.stringify(kept));
}

export function dropGame(storage: Storage): void {
  storage.removeItem(GAME);
}

/** Remembers that the page is open now. */
export function keepSeen(storage: Storage, now: number): void {
  storage.setItem(SEEN, String(now));
}

function json(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
