import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { type Channel, createChannel } from './channel.ts';
import { childEnvironment, networkFlags } from './child-environment.ts';
import { logOutput } from './child-output.ts';
import { Ping, Pong, Start, Started, Stop } from './control.ts';
import { onEvent, type Receiver } from './messages.ts';

export type ChildLimits = {
  /** The heap of JavaScript. */
  readonly heapMb: number;
  /** All memory, including buffers and native code. A child that uses more is killed. */
  readonly memoryMb: number;
  /** From the fork until the entry's `start` returns. */
  readonly startMs: number;
  readonly pingEveryMs: number;
  /** Pings in a row that a living child may leave unanswered. */
  readonly maxMissedPings: number;
  /** A child that sends more is killed. */
  readonly maxMessagesPerSecond: number;
  /** From the request to stop until the child is killed. */
  readonly stopMs: number;
};

/** When processor time is short, play gets three times as much of it as a child. */
const NICENESS = 5;
const LOWEST_PRIORITY = 19;

/** How long a child that closed its channel may take to exit. */
const EXIT_MS = 1_000;

/** What a child runs. */
export type ChildParts = {
  /** For the log. */
  readonly name: string;
  /** A TypeScript file that calls `runChild`. */
  readonly entry: URL;
  /** What the entry expects. Sent at each start, so that it is visible neither in the arguments nor in the environment. */
  readonly data: unknown;
  /** Handles messages of the child. */
  readonly receivers?: readonly Receiver[];
  readonly log: Logger;
};

type Options = ChildParts & {
  readonly limits: ChildLimits;
  readonly scheduler: Scheduler;
  readonly onUp: () => void;
  /** Called once, also if the child never started. */
  readonly onEnd: (reason: string) => void;
};

export type RunningChild = {
  readonly isUp: boolean;
  readonly pid: number | undefined;
  readonly channel: Channel;
  stop(): Promise<void>;
};

/** One child, from its fork to its end. */
export function runOnce({
  name,
  entry,
  data,
  receivers = [],
  log,
  limits,
  scheduler,
  onUp,
  onEnd,
}: Options): RunningChild {
  const child = fork(fileURLToPath(entry), {
    execArgv: [`--max-old-space-size=${limits.heapMb}`, ...networkFlags()],
    env: childEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  const exited = Promise.withResolvers<void>();
  const cancels: Cancel[] = [];
  const mostMessages = (limits.maxMessagesPerSecond * limits.pingEveryMs) / 1000;
  let isUp = false;
  let hasEnded = false;
  let missedPings = 0;
  let messages = 0;
  logOutput(child, log, name);

  function end(reason: string): void {
    if (hasEnded) return;
    hasEnded = true;
    isUp = false;
    for (const cancel of cancels) cancel();
    channel.close();
    child.kill('SIGKILL');
    onEnd(reason);
  }

  const reportError = (error: unknown): void => log.warn({ err: error, process: name }, 'a message was not handled');
  const own: readonly Receiver[] = [
    onEvent(Started, () => {
      isUp = !hasEnded;
      if (isUp) onUp();
    }),
    onEvent(Pong, ({ rssBytes }) => {
      missedPings = 0;
      checkMemory(rssBytes);
    }),
  ];
  const channel = createChannel({
    write: (packet, sent) => void child.send(packet, () => sent()), // with a callback it neither throws nor emits
    receivers: new Map([...receivers, ...own].map((receiver) => [receiver.name, receiver])),
    reportError,
    scheduler,
  });

  function checkMemory(rssBytes: number): void {
    if (rssBytes > limits.memoryMb * 1024 * 1024) end(`it used ${Math.round(rssBytes / 1024 / 1024)} MB`);
  }

  function watch(): void {
    messages = 0;
    if (child.pid !== undefined) checkMemory(residentBytes(child.pid));
    // Counts ticks rather than time, so that a suspended parent does not find its child late.
    if (missedPings >= limits.maxMissedPings && isUp) end(`it did not answer ${missedPings} pings`);
    missedPings += 1;
    channel.send(Ping, {});
  }

  child.on('message', (packet) => {
    if (hasEnded) return;
    messages += 1;
    if (messages > mostMessages) end('it sent too many messages');
    else channel.receive(packet);
  });
  child.on('error', (error) => end(error.message));
  child.on('disconnect', () => {
    isUp = false;
    channel.close();
    cancels.push(scheduler.after(EXIT_MS, () => end('it closed its channel')));
  });
  child.once('exit', (code, signal) => {
    end(`it exited with ${code ?? signal}`);
    exited.resolve();
  });
  if (child.pid === undefined) exited.resolve(); // 'error' follows
  cancels.push(
    scheduler.after(limits.startMs, () => {
      if (!isUp) end(`it did not start within ${limits.startMs} ms`);
    }),
    scheduler.every(limits.pingEveryMs, watch),
  );
  channel.send(Start, { data });

  return {
    get isUp(): boolean {
      return isUp;
    },
    pid: child.pid,
    channel,
    async stop(): Promise<void> {
      if (hasEnded) return exited.promise;
      isUp = false;
      channel.send(Stop, {});
      cancels.push(scheduler.after(limits.stopMs, () => end('it did not stop in time')));
      await exited.promise;
    },
  };
}

/** Threads that the process starts later inherit its priority. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.min(LOWEST_PRIORITY, getPriority() + NICENESS));
  } catch {
    // It has ended already, which its supervisor sees, or the system forbids it.
  }
}

/** The memory of a process as its kernel counts it, which needs no answer of the process; 0 where unknown. */
function residentBytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
