import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import { realScheduler } from '../runtime/scheduler.ts';
import { type Channel, createChannel } from './channel.ts';
import { Ping, Pong, Start, Started, Stop } from './control.ts';
import { onEvent, type Receiver } from './messages.ts';

/** Makes the kernel end this process before its parent when memory runs out. The parent has 0. */
const OOM_SCORE = '500';

export type Work = {
  /** Handles messages of the parent. */
  readonly receivers?: readonly Receiver[];
  /** Finishes the work. The process exits when it resolves. */
  readonly stop?: () => Promise<void> | void;
};

/**
 * Runs a child of `superviseChild`; call it once, at the top level of the entry. `start` receives the checked data of
 * the supervisor and the channel to it, and returns when the child can do its work. If it throws, the child exits and
 * is restarted. Signals of a terminal reach all processes, so the child ignores them: the parent stops it.
 */
export function runChild<D extends z.ZodType>(
  schema: D,
  start: (data: z.output<D>, parent: Channel) => Promise<Work> | Work,
): void {
  if (process.send === undefined) throw new Error('this is the entry of a child process');
  const reportError = (error: unknown): void => void process.stderr.write(`${inspect(error)}\n`);
  let parts: Work = {};

  const end = (code: number): never => process.exit(code);
  process.once('disconnect', () => end(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  endBeforeParent();
  endWithoutParent(reportError);

  const receivers = new Map<string, Receiver>();
  const add = (receiver: Receiver): void => void receivers.set(receiver.name, receiver);
  const fail = (error: unknown): never => {
    reportError(error);
    return end(1);
  };

  add(
    onEvent(Start, async ({ data }) => {
      try {
        parts = await start(schema.parse(data), channel);
        for (const receiver of parts.receivers ?? []) add(receiver);
        channel.send(Started, {});
      } catch (error) {
        fail(error);
      }
    }),
  );
  add(onEvent(Ping, () => void channel.send(Pong, { rssBytes: process.memoryUsage.rss() })));
  add(
    onEvent(Stop, async () => {
      try {
        await parts.stop?.();
        end(0);
      } catch (error) {
        fail(error);
      }
    }),
  );

  const channel = createChannel({
    // An error means that the parent is gone; 'disconnect' follows.
    write: (packet, sent) => void process.send?.(packet, undefined, undefined, () => sent()),
    receivers,
    reportError,
    scheduler: realScheduler(Date.now),
  });
  process.on('message', channel.receive);
}

/** Much less than the default, because the thread only compares a number. */
const WATCH_LIMITS = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 };

/** Ends this process after its parent was killed, even while the event loop is blocked. */
function endWithoutParent(reportError: (error: unknown) => void): void {
  const watch = new Worker(new URL('./parent.worker.ts', import.meta.url), {
    workerData: process.ppid,
    resourceLimits: WATCH_LIMITS,
  });
  watch.on('error', reportError); // 'disconnect' still ends this process unless its event loop is blocked
  watch.unref();
}

function endBeforeParent(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', OOM_SCORE);
  } catch {
    // Another operating system.
  }
}
