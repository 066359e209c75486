/** A period without service, in ms since 1970. */
export type Interruption = { readonly since: number; readonly until: number };

export const TICK_EVERY_MS = 250;

/** A process whose ticks are further apart than this was stalled. */
const MAX_TICK_GAP_MS = 1_000;
export const HEARTBEAT_EVERY_MS = 1_000;

/**
 * A store without a saved heartbeat for longer than this was unavailable. It allows one heartbeat that is due and slow.
 */
const MAX_SILENCE_MS = 2.5 * HEARTBEAT_EVERY_MS;

/** How long clients may take to find a restarted server: their longest delay between attempts. */
const RECONNECT_MS = 2_000;

/** Each interruption is refunded to a game with its next command at the latest. */
const MAX_REMEMBERED = 1_000;

type Dependencies = {
  /** The game clock, in ms since 1970. */
  readonly now: () => number;
  /** The machine's clock, in whole ms. It reveals stalls of the process or the machine. */
  readonly machineNow: () => number;
};

/**
 * Measures periods without service, so that no player is charged for them (R15). Each period begins at the last instant
 * known to be healthy. A stalled process stops ticking: a command that waited is stamped only after the stall, so its
 * sender is charged up to the last tick. An unavailable or hanging store stops saving heartbeats: time counts from the
 * last saved one, also while the outage lasts. Downtime of all servers counts from the last heartbeat of any node, plus
 * the time clients need to reconnect. Refunds are never too small, and too large by one tick or heartbeat at most.
 */
export function createInterruptions({ now, machineNow }: Dependencies) {
  const past: Interruption[] = [];
  let tickedAt = machineNow();
  /** The last time the store is known to have worked; undefined before the first heartbeat. */
  let savedAt: number | undefined;
  let isUnavailable = false;

  function remember(lastedMs: number, moreMs = 0): Interruption {
    const until = now();
    const interruption = { since: until - lastedMs, until: until + moreMs };
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
    return remember(gapMs);
  }

  /** The current silence of the store, if it is too long. */
  function currentSilence(): Interruption | undefined {
    const silentMs = savedAt === undefined ? 0 : machineNow() - savedAt;
    return isUnavailable || silentMs > MAX_SILENCE_MS ? { since: now() - silentMs, until: now() } : undefined;
  }

  return {
    tick,

    get isUnavailable(): boolean {
      return isUnavailable;
    },

    /** Records that the store has just saved. @returns the interruption that has ended */
    storeSaved(): Interruption | undefined {
      tick();
      const silent = currentSilence();
      savedAt = machineNow();
      isUnavailable = false;
      return silent && remember(silent.until - silent.since);
    },

    /** Records that the store is unreachable, and was when a command arrived at `at`. */
    storeFailed(at: number): void {
      savedAt ??= machineNow() - Math.max(0, now() - at);
      isUnavailable = true;
    },

    /** Records that no server ran for the last `silentMs`. @returns the interruption, if it was long enough */
    addDowntime: (silentMs: number): Interruption | undefined =>
      silentMs > MAX_SILENCE_MS ? remember(silentMs, RECONNECT_MS) : undefined,

    /** The parts of all interruptions before `at`, the arrival of a command, earliest first. */
    before(at: number): readonly Interruption[] {
      tick();
      return [...past, currentSilence()].flatMap((each) =>
        each === undefined || each.since >= at ? [] : [{ since: each.since, until: Math.min(each.until, at) }],
      );
    },
  };
}
