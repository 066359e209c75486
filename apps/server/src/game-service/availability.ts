import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { DatabaseUnavailable, type GameStore, type Heartbeats, isDatabaseFault } from './games.ports.ts';
import { createInterruptions, HEARTBEAT_EVERY_MS, type Interruption, TICK_EVERY_MS } from './interruptions.ts';

const PROBE_EVERY_MS = 250;

/** A failure after this time means that the store did not answer. A broken connection fails sooner. */
const NO_ANSWER_MS = 2_000;

type Interrupted = 'node' | 'store';

/** The machine times of the query and the answer are in ms since 1970. */
export type SavedHeartbeat = Heartbeats & { readonly askedAt: number; readonly answeredAt: number };

type Dependencies = {
  readonly node: string;
  readonly store: Pick<GameStore, 'saveHeartbeat' | 'downtimes'>;
  readonly now: () => number;
  /** The machine's clock, which shows how long the process or the store did not respond. */
  readonly machine: Scheduler;
  readonly onUnavailable: () => void;
  /** Called with true once the store did not answer or a probe failed too, and with false when it is back. */
  readonly onOutage: (isDown: boolean) => void;
  readonly onInterrupted: (what: Interrupted) => Promise<void>;
  readonly onHeartbeat: (heartbeat: SavedHeartbeat) => Promise<void>;
  readonly reportError: (error: unknown) => void;
};

/** Detects when this node or the store was interrupted, from heartbeats in the store and ticks of the event loop. */
export function createAvailability(dependencies: Dependencies) {
  const { node, store, now, machine, onUnavailable, onOutage, onInterrupted, onHeartbeat, reportError } = dependencies;
  const { now: machineNow, after, every } = machine;
  const interruptions = createInterruptions({ now, machineNow });
  let stopTicks: Cancel | undefined;
  let cancelHeartbeat: Cancel | undefined;
  let pending: Promise<void> | undefined;
  let isDown = false;
  let closed = false;

  const reportUnexpected = (error: unknown): void => {
    if (!closed && !isDatabaseFault(error)) reportError(error);
  };

  function handleInterruption(what: Interrupted, interruption: Interruption | undefined): void {
    if (interruption !== undefined) onInterrupted(what).catch(reportUnexpected);
  }

  function setDown(now: boolean): void {
    if (isDown === now) return;
    isDown = now;
    onOutage(isDown);
  }

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
      reportUnexpected(error);
      return;
    }
    const interruption = interruptions.storeSaved();
    setDown(false); // before games that lost time are read
    handleInterruption('store', interruption);
    await onHeartbeat({ ...heartbeats, askedAt, answeredAt: machineNow() }).catch(reportUnexpected);
  }

  /** Sends a heartbeat now and schedules the next one, unless one is in flight. */
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
    /** Called when a command that arrived at `at` was not saved. Probes the store until a heartbeat succeeds. */
    storeFailed(at: number): void {
      if (closed || interruptions.isUnavailable) return;
      handleFailure(at, now() - at);
      run();
    },
    check: run,
    /** Resolves when a heartbeat sent after this call was saved or has failed. */
    async confirm(): Promise<void> {
      await pending;
      run();
      await pending;
    },
    before: interruptions.before,
    /**
     * Reads when no server ran, and starts the heartbeats. An earlier downtime counts too: the server that ended it may
     * not have refunded all clocks yet.
     *
     * @returns whether this start ends a downtime, so that all clocks must be refunded
     */
    async start(): Promise<boolean> {
      const downtimes = (await store.downtimes()).filter((each) => interruptions.addDowntime(each) !== undefined);
      const wasDown = downtimes.some(({ untilMs }) => untilMs === 0);
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
