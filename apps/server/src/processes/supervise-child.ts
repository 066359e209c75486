import { type Cancel, realScheduler, type Scheduler } from '../runtime/scheduler.ts';
import { CHILD_STOP_MS } from '../runtime/stop-times.ts';
import { type Channel, ProcessUnavailable } from './channel.ts';
import { type ChildLimits, type ChildParts, type RunningChild, runOnce } from './running-child.ts';

type RestartLimits = { readonly minRestartMs: number; readonly maxRestartMs: number };

const LIMITS: ChildLimits & RestartLimits = {
  heapMb: 256,
  memoryMb: 512,
  startMs: 60_000,
  pingEveryMs: 1_000,
  maxMissedPings: 5,
  maxMessagesPerSecond: 20_000,
  stopMs: CHILD_STOP_MS.all,
  minRestartMs: 100,
  maxRestartMs: 10_000,
};

/** A child that ran this long starts again without a longer delay. */
const STABLE_MS = 60_000;

/** What operators see of the processes of a server. */
export type ProcessWatch = {
  processUp(name: string, isUp: boolean): void;
  processFailed(name: string): void;
};

export type ChildOptions = ChildParts & {
  readonly limits?: Partial<ChildLimits & RestartLimits>;
  /** Called when the child can do its work, after each start. */
  readonly onUp?: () => void;
  /** Called when the child has ended or is being killed. */
  readonly onDown?: () => void;
  readonly watch?: ProcessWatch | undefined;
  readonly scheduler?: Scheduler;
};

export type SupervisedChild = Channel & {
  /** Whether the child can do its work. */
  readonly isUp: boolean;
  readonly pid: number | undefined;
  /** Times that the child ended without being asked to. */
  readonly failures: number;
  /** Resolves when the child can do its work. */
  untilUp(): Promise<void>;
  /** Lets the child finish its work, and kills it after a deadline. It is not restarted. */
  stop(): Promise<void>;
};

/**
 * Runs a child process and keeps it running. A child that exits, crashes, hangs, uses too much memory or floods its
 * parent with messages is killed and restarted, at increasing intervals. The only effects on this process are
 * dropped messages and requests rejected with `ProcessUnavailable`, including those in flight.
 *
 * The entry calls `runChild`. Messages are declared with `defineEvent` and `defineRequest` in a file that both sides
 * import, and handled by receivers made with `onEvent` and `onRequest`. A child exits when its parent is gone,
 * unless it is stopped by SIGSTOP.
 */
export function superviseChild(options: ChildOptions): SupervisedChild {
  const { log, name, scheduler = realScheduler(Date.now) } = options;
  const limits = { ...LIMITS, ...options.limits };
  let failures = 0;
  let failuresInARow = 0;
  let isStopping = false;
  let cancelRestart: Cancel = () => undefined;
  const waiting = new Set<() => void>();
  let current = begin();

  function begin(): RunningChild {
    const startedAt = scheduler.elapsed();
    return runOnce({
      ...options,
      scheduler,
      limits,
      onUp() {
        for (const resolve of waiting) resolve();
        waiting.clear();
        options.onUp?.();
        options.watch?.processUp(name, true);
      },
      onEnd(reason) {
        try {
          options.onDown?.();
        } catch (error) {
          log.error({ err: error, process: name });
        }
        options.watch?.processUp(name, false);
        if (isStopping) return;
        options.watch?.processFailed(name);
        failures += 1;
        failuresInARow = scheduler.elapsed() - startedAt >= STABLE_MS ? 1 : failuresInARow + 1;
        const restartMs = Math.min(limits.maxRestartMs, limits.minRestartMs * 2 ** (failuresInARow - 1));
        log.error({ process: name, reason, restartMs }, 'a process ended and is restarted');
        cancelRestart = scheduler.after(restartMs, () => {
          current = begin();
        });
      },
    });
  }

  return {
    get isUp(): boolean {
      return current.isUp;
    },
    get pid(): number | undefined {
      return current.pid;
    },
    get failures(): number {
      return failures;
    },
    async untilUp(): Promise<void> {
      if (!current.isUp) await new Promise<void>((resolve) => waiting.add(resolve));
    },
    send: (message, payload) => current.isUp && current.channel.send(message, payload),
    async request(message, payload, timeoutMs) {
      if (!current.isUp) throw new ProcessUnavailable(`the process ${name} is not running`);
      return current.channel.request(message, payload, timeoutMs);
    },
    async stop(): Promise<void> {
      isStopping = true;
      cancelRestart();
      await current.stop();
    },
  };
}
