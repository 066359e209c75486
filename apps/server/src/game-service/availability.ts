import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { DatabaseUnavailable, type GameStore, type Heartbeats, isDatabaseFault } from './games.ports.ts';
import { createInterruptions, HEARTBEAT_EVERY_MS, type Interruption, TICK_EVERY_MS } from './interruptions.ts';

const PROBE_EVERY_MS = 250;

/** A failure after this time means that the store did not answer, in ms; one connection that breaks fails sooner. */
const NO_ANSWER_MS = 2_000;

/** What did not serve: this node, or the store for all nodes. */
type Interrupted = 'node' | 'store';

/** What a beat has found, and when it was sent and answered by the clock of the machine, in ms since 1970. */
export type SavedHeartbeat = Heartbeats & { readonly askedAt: number; readonly answeredAt: number };

type Dependencies = {
  readonly node: string;
  readonly store: Pick<GameStore, 'saveHeartbeat' | 'silentMs'>;
  readonly now: () => number;
  /** The machine's clock, which shows how long the process or the store did not respond. */
  readonly machine: Scheduler;
  readonly onUnavailable: () => void;
  /**
   * Called with true when the store is down for certain: it did not answer, or a probe failed too. A connection that broke
   * calls only `onUnavailable`. Called with false when the store is back.
   */
  readonly onOutage: (isDown: boolean) => void;
  readonly onInterrupted: (what: Interrupted) => Promise<void>;
  readonly onHeartbeat: (heartbeat: SavedHeartbeat) => Promise<void>;
  readonly reportError: (error: unknown) => void;
};

/** Whether this node serves: its heartbeat in the store and the ticks of its event loop show when it did not. */
export function createAvailability(dependencies: Dependencies) {
  const { node, store, now, machine, onUnavailable, onOutage, onInterrupted, onHeartbeat, reportError } = dependencies;
  const { now: machineNow, after, every } = machine;
  const interruptions = createInterruptions({ now, machineNow });
  let stopTicks: Cancel | undefined;
  let cancelHeartbeat: Cancel | undefined;
  let pending: Promise<void> | undefined;
  let isDown = false;
  let closed = false;

  /** Whatever fails here because the store is away again is done after the next interruption. */
  const complain = (error: unknown): void => {
    if (!closed && !isDatabaseFault(error)) reportError(error);
  };

  function handleInterruption(what: Interrupted, interruption: Interruption | undefined): void {
    if (interruption !== undefined) onInterrupted(what).catch(complain);
  }

  function setDown(now: boolean): void {
    if (isDown === now) return;
    isDown = now;
    onOutage(isDown);
  }

  /** Takes in that the store failed what was asked at `at`. */
  function handleFailure(at: number, tookMs: number): void {
    const isConfirmed = interruptions.isUnavailable || tookMs >= NO_ANSWER_MS;
    if (!interruptions.isUnavailable) onUnavailable();
    interruptions.storeFailed(at);
    if (isConfirmed) setDown(true);
  }

  async function sendHeartbeat(): Promise<void> {
    const askedAt = machineNow();
    let heartbeats: Heartbeats;
    try {
      heartbeats = await store.saveHeartbeat(node);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) handleFailure(now(), machineNow() - askedAt);
      complain(error);
      return;
    }
    const interruption = interruptions.storeSaved();
    setDown(false); // before anything is read for those who lost time
    handleInterruption('store', interruption);
    await onHeartbeat({ ...heartbeats, askedAt, answeredAt: machineNow() }).catch(complain);
  }

  /** Heartbeats now, and again and again; a beat that is under way is not overtaken. */
  function run(): void {
    cancelHeartbeat?.();
    if (closed || pending !== undefined) return;
    const sent = sendHeartbeat().catch(reportError);
    pending = sent.finally(() => {
      pending = undefined;
      if (!closed) cancelHeartbeat = after(interruptions.isUnavailable ? PROBE_EVERY_MS : HEARTBEAT_EVERY_MS, run);
    });
  }

  return {
    get isUnavailable(): boolean {
      return interruptions.isUnavailable;
    },
    /** Says that a command that arrived at `at` could not be saved; the store is away until a beat is saved. */
    storeFailed(at: number): void {
      if (closed || interruptions.isUnavailable) return;
      handleFailure(at, now() - at);
      run();
    },
    /** Heartbeats now, to find out whether the store is away. */
    check: run,
    /** Resolves when a beat that was sent after this call is saved, or could not be. */
    async confirm(): Promise<void> {
      await pending;
      run();
      await pending;
    },
    /** What of all interruptions fell before a command that arrived at `at`. */
    before: interruptions.before,
    /** Finds out for how long no server was there, and begins to beat. @returns whether any time is to be given back */
    async start(): Promise<boolean> {
      const silentMs = await store.silentMs();
      const wasDown = silentMs !== undefined && interruptions.addDowntime(silentMs) !== undefined;
      stopTicks = every(TICK_EVERY_MS, () => handleInterruption('node', interruptions.tick()));
      run();
      await pending;
      return wasDown;
    },
    async close(): Promise<void> {
      closed = true;
      stopTicks?.();
      cancelHeartbeat?.();
      await pending;
    },
  };
}
