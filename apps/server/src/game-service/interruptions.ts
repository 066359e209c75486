/** A time in which the service did not serve, in ms since 1970. */
export type Interruption = { readonly since: number; readonly until: number };

export const TICK_EVERY_MS = 250;

/** A process whose ticks are further apart than this stood still, in ms. */
const MAX_TICK_GAP_MS = 1_000;
export const HEARTBEAT_EVERY_MS = 1_000;

/** A store that saved nothing for longer than this was away, in ms: a beat that is due, and slow. */
const MAX_SILENCE_MS = 2.5 * HEARTBEAT_EVERY_MS;

/** How long clients may take to find a server that has come back, in ms: the longest delay between two tries to connect. */
const RECONNECT_MS = 2_000;

/** Interruptions remembered: each is given back to a game with its next command at the latest. */
const MAX_REMEMBERED = 1_000;

type Dependencies = {
  /** The clock games are played by, in ms since 1970. */
  readonly now: () => number;
  /** The clock of the machine, in whole ms. It shows for how long the process or the machine stood still. */
  readonly machineNow: () => number;
};

/**
 * Measures when the service did not serve, so that players get that time back (R15: what the server does is charged to
 * nobody). Three things are measured, each from the last instant at which all was well:
 *
 * - the process stood still: its ticks stop. A command that waited meanwhile is stamped only when the process goes on, so
 *   its mover is charged up to the last tick before;
 * - the store was away, or hung: its beats stop. The time counts from the last one that was saved, whether or not a
 *   command met the outage, and while it lasts;
 * - no server was there at all: the last beat of any, and the time clients need to come back.
 *
 * What is given back is thus never less than what was lost, and more by a tick or a beat at most.
 */
export function createInterruptions({ now, machineNow }: Dependencies) {
  const past: Interruption[] = [];
  let tickedAt = machineNow();
  /** Until when the store is known to save; undefined before the first beat. */
  let savedAt: number | undefined;
  let isUnavailable = false;

  function remember(lastedMs: number, moreMs = 0): Interruption {
    const until = now();
    const interruption = { since: until - lastedMs, until: until + moreMs };
    past.push(interruption);
    if (past.length > MAX_REMEMBERED) past.shift();
    return interruption;
  }

  /** Sees whether the process stood still just before. @returns the interruption that is over now */
  function tick(): Interruption | undefined {
    const at = machineNow();
    const [before, gapMs] = [tickedAt, at - tickedAt];
    tickedAt = at;
    if (gapMs <= MAX_TICK_GAP_MS) return undefined;
    // A store that had saved nothing for a while before is silent for long enough now: that covers both.
    if (isUnavailable || (savedAt !== undefined && before - savedAt > MAX_SILENCE_MS - MAX_TICK_GAP_MS))
      return undefined;
    if (savedAt !== undefined) savedAt = at; // no beat could come while the process stood still
    return remember(gapMs);
  }

  /** The time since the last beat that was saved, if that is too long by now. */
  function currentSilence(): Interruption | undefined {
    const silentMs = savedAt === undefined ? 0 : machineNow() - savedAt;
    return isUnavailable || silentMs > MAX_SILENCE_MS ? { since: now() - silentMs, until: now() } : undefined;
  }

  return {
    tick,

    /** Whether the store was found to be away, and has not saved since. */
    get isUnavailable(): boolean {
      return isUnavailable;
    },

    /** Says that the store has just saved. @returns the interruption that is over now */
    storeSaved(): Interruption | undefined {
      tick();
      const silent = currentSilence();
      savedAt = machineNow();
      isUnavailable = false;
      return silent && remember(silent.until - silent.since);
    },

    /** Says that the store cannot be reached, and could not when a command arrived at `at`. */
    storeFailed(at: number): void {
      savedAt ??= machineNow() - Math.max(0, now() - at);
      isUnavailable = true;
    },

    /** Says that no server was there for the last `silentMs`. @returns the interruption, if that is one */
    addDowntime: (silentMs: number): Interruption | undefined =>
      silentMs > MAX_SILENCE_MS ? remember(silentMs, RECONNECT_MS) : undefined,

    /** What of all interruptions fell before a command that arrived at `at`, the earliest first. */
    before(at: number): readonly Interruption[] {
      tick();
      return [...past, currentSilence()].flatMap((each) =>
        each === undefined || each.since >= at ? [] : [{ since: each.since, until: Math.min(each.until, at) }],
      );
    },
  };
}
