import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { type Beats, DatabaseUnavailable, type GameStore, isDatabaseFault } from './games.ports.ts';
import { BEAT_EVERY_MS, createInterruptions, type Interruption, TICK_EVERY_MS } from './interruptions.ts';

const PROBE_EVERY_MS = 250;

/** A failure after this time means that the store did not answer, in ms; one connection that breaks fails sooner. */
const NO_ANSWER_MS = 2_000;

/** What did not serve: this node, or the store for all nodes. */
type Interrupted = 'node' | 'store';

/** What a beat has found, and when it was sent and answered by the clock of the machine, in ms since 1970. */
export type SavedBeat = Beats & { readonly askedAt: number; readonly answeredAt: number };

type Dependencies = {
  readonly node: string;
  readonly store: Pick<GameStore, 'beat' | 'silentMs'>;
  readonly now: () => number;
  /** The machine's clock, which shows how long the process or the store did not respond. */
  readonly machine: Scheduler;
  readonly onAway: () => void;
  /**
   * Called with true when the store is down for certain: it did not answer, or a probe failed too. A connection that broke
   * calls only `onAway`. Called with false when the store is back.
   */
  readonly onOutage: (isDown: boolean) => void;
  readonly onInterrupted: (what: Interrupted) => Promise<void>;
  readonly onBeat: (beat: SavedBeat) => Promise<void>;
  readonly reportError: (error: unknown) => void;
};

/** Whether this node serves: its heartbeat in the store and the ticks of its event loop show when it did not. */
export function createAvailability(dependencies: Dependencies) {
  const { node, store, now, machine, onAway, onOutage, onInterrupted, onBeat, reportError } = dependencies;
  const { now: device, after, every } = machine;
  const interruptions = createInterruptions({ now, device });
  let stopTicks: Cancel | undefined;
  let cancelBeat: Cancel | undefined;
  let beating: Promise<void> | undefined;
  let isDown = false;
  let closed = false;

  /** Whatever fails here because the store is away again is done after the next interruption. */
  const complain = (error: unknown): void => {
    if (!closed && !isDatabaseFault(error)) reportError(error);
  };

  function hear(what: Interrupted, interruption: Interruption | undefined): void {
    if (interruption !== undefined) onInterrupted(what).catch(complain);
  }

  function setDown(now: boolean): void {
    if (isDown === now) return;
    isDown = now;
    onOutage(isDown);
  }

  /** Takes in that the store failed what was asked at `at`. */
  function lost(at: number, tookMs: number): void {
    const isConfirmed = interruptions.isAway || tookMs >= NO_ANSWER_MS;
    if (!interruptions.isAway) onAway();
    interruptions.failed(at);
    if (isConfirmed) setDown(true);
  }

  async function beat(): Promise<void> {
    const askedAt = device();
    let beats: Beats;
    try {
      beats = await store.beat(node);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) lost(now(), device() - askedAt);
      complain(error);
      return;
    }
    const interruption = interruptions.saved();
    setDown(false); // before anything is read for those who lost time
    hear('store', interruption);
    await onBeat({ ...beats, askedAt, answeredAt: device() }).catch(complain);
  }

  /** Beats now, and again and again; a beat that is under way is not overtaken. */
  function run(): void {
    cancelBeat?.();
    if (closed || beating !== undefined) return;
    const beaten = beat().catch(reportError);
    beating = beaten.finally(() => {
      beating = undefined;
      if (!closed) cancelBeat = after(interruptions.isAway ? PROBE_EVERY_MS : BEAT_EVERY_MS, run);
    });
  }

  return {
    get isAway(): boolean {
      return interruptions.isAway;
    },
    /** Says that a command that arrived at `at` could not be saved; the store is away until a beat is saved. */
    failed(at: number): void {
      if (closed || interruptions.isAway) return;
      lost(at, now() - at);
      run();
    },
    /** Beats now, to find out whether the store is away. */
    check: run,
    /** Resolves when a beat that was sent after this call is saved, or could not be. */
    async confirm(): Promise<void> {
      await beating;
      run();
      await beating;
    },
    /** What of all interruptions fell before a command that arrived at `at`. */
    before: interruptions.before,
    /** Finds out for how long no server was there, and begins to beat. @returns whether any time is to be given back */
    async start(): Promise<boolean> {
      const silentMs = await store.silentMs();
      const wasAway = silentMs !== undefined && interruptions.wasAway(silentMs) !== undefined;
      stopTicks = every(TICK_EVERY_MS, () => hear('node', interruptions.tick()));
      run();
      await beating;
      return wasAway;
    },
    async close(): Promise<void> {
      closed = true;
      stopTicks?.();
      cancelBeat?.();
      await beating;
    },
  };
}
