import type { Downtime } from './games.ports.ts';

/** In ms since 1970. */
export type Interruption = { readonly since: number; readonly until: number };

export const TICK_EVERY_MS = 250;

/** A process whose ticks are further apart than this was stalled. */
const MAX_TICK_GAP_MS = 1_000;
export const HEARTBEAT_EVERY_MS = 1_000;

/** Longer than a due and slow heartbeat. */
const MAX_SILENCE_MS = 2.5 * HEARTBEAT_EVERY_MS;

/** The longest delay between a client's attempts to reconnect. */
const RECONNECT_MS = 2_000;

/** Each interruption is refunded to a game with its next command at the latest. */
const MAX_REMEMBERED = 1_000;

type Dependencies = {
  /** The game clock, in ms since 1970. */
  readonly now: () => number;
  /** The machine's clock, in whole ms, which reveals stalls of the process or the machine. */
  readonly machineNow: () => number;
};

/**
 * Measures periods without service, which are charged to no player (R15). A stalled process counts from its last tick,
 * since waiting commands are stamped only after the stall. An unavailable store counts from its last saved heartbeat,
 * also while the outage lasts. Downtime of all servers counts from the last heartbeat of any node, plus the time
 * clients need to reconnect. Refunds are too large by one tick or heartbeat at most, and never too small.
 */
export function createInterruptions({ now, machineNow }: Dependencies) {
  const past: Interruption[] = [];
  let tickedAt = machineNow();
  /** The last time the store is known to have worked; undefined before the first heartbeat. */
  let savedAt: number | undefined;
  let isUnavailable = false;

  function remember(interruption: Interruption): Interruption {
    past.push(interruption);
    if (past.length > MAX_REMEMBERED) past.shift();
    return interruption;
  }

  /** Detects a stall that has just ended. @returns the interruption */
  function tick(): Interruption | undefined {
    const at = machineNow();
    const [before, gapMs] = [tickedAt, at - tickedAt];
    tickedAt = at;
    if (gapMs <= MAX_TICK_GAP_MS) return undefined;
    // If the store was silent before the stall as well, `storeSaved` measures both as one interruption.
    if (isUnavailable || (savedAt !== undefined && before - savedAt > MAX_SILENCE_MS - MAX_TICK_GAP_MS))
      return undefined;
    if (savedAt !== undefined) savedAt = at; // heartbeats could not be saved during the stall
    return remember({ since: now() - gapMs, until: now() });
  }

  function currentSilence(): Interruption | undefined {
    const silentMs = savedAt === undefined ? 0 : machineNow() - savedAt;
    return isUnavailable || silentMs > MAX_SILENCE_MS ? { since: now() - silentMs, until: now() } : undefined;
  }

  return {
    tick,

    get isUnavailable(): boolean {
      return isUnavailable;
    },

    storeSaved(): Interruption | undefined {
      tick();
      const silent = currentSilence();
      savedAt = machineNow();
      isUnavailable = false;
      return silent && remember(silent);
    },

    storeFailed(at: number): void {
      savedAt ??= machineNow() - Math.max(0, now() - at);
      isUnavailable = true;
    },

    /** No server ran from `sinceMs` to `untilMs` ago. @returns the interruption, if it was long enough */
    addDowntime: ({ sinceMs, untilMs }: Downtime): Interruption | undefined =>
      sinceMs - untilMs > MAX_SILENCE_MS
        ? remember({ since: now() - sinceMs, until: now() - untilMs + RECONNECT_MS })
        : undefined,

    /** The parts before `at` of all interruptions that ended after `after`, earliest first. */
    before(at: number, after = Number.NEGATIVE_INFINITY): readonly Interruption[] {
      tick();
      const parts: Interruption[] = [];
      const add = ({ since, until }: Interruption): void => {
        if (since < at && until > after) parts.push({ since, until: Math.min(until, at) });
      };
      for (const each of past) add(each);
      const silence = currentSilence();
      if (silence !== undefined) add(silence);
      return parts;
    },
  };
}
