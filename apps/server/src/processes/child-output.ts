import type { ChildProcess } from 'node:child_process';
import { type Logger, pino } from 'pino';
import { z } from 'zod';

/** Lines logged in a second. More are dropped: a child must not fill the disk or use up the parent's time. */
const MAX_LINES_PER_SECOND = 200;
const MAX_LINE_LENGTH = 8_000;

const Level = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
const Entry = z.looseObject({ level: z.number(), msg: z.string().optional() });
type Entry = z.infer<typeof Entry>;

/** Logs what a child prints: its log entries at their level, and other lines, such as the trace of a crash, as errors. */
export function logOutput({ stdout, stderr }: ChildProcess, log: Logger, name: string): void {
  const own = log.child({ process: name });
  let [second, lines] = [0, 0];

  function isAllowed(): boolean {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, lines] = [now, 0];
    lines += 1;
    return lines <= MAX_LINES_PER_SECOND;
  }

  function logLine(line: string): void {
    if (line === '' || !isAllowed()) return;
    const entry = readEntry(line);
    if (entry === undefined) own.error(line);
    else logEntry(entry);
  }

  function logEntry({ level, time: _, pid, msg, ...fields }: Entry): void {
    const label = Level.safeParse(pino.levels.labels[level]).data ?? 'error';
    own[label]({ ...fields, processId: pid }, msg);
  }

  for (const stream of [stdout, stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('error', () => undefined); // the child was killed
    stream?.on('data', (text: string) => {
      const complete = (rest + text).split('\n');
      rest = (complete.pop() ?? '').slice(0, MAX_LINE_LENGTH);
      for (const line of complete) logLine(line.slice(0, MAX_LINE_LENGTH));
    });
    stream?.on('end', () => logLine(rest));
  }
}

function readEntry(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return Entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
