import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { pino } from 'pino';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { onEvent } from './messages.ts';
import { type ChildOptions, superviseChild } from './supervise-child.ts';
import { Double, Misbehave, Noise, Wait } from './testing/unruly-messages.ts';

const entry = new URL('./testing/unruly.child.ts', import.meta.url);

async function start(more: Partial<ChildOptions> = {}) {
  const lines: string[] = [];
  const noises: number[] = [];
  const child = superviseChild({
    name: 'unruly',
    entry,
    data: { greeting: 'hello' },
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    receivers: [onEvent(Noise, (noise) => void noises.push(noise))],
    ...more,
    limits: { pingEveryMs: 100, maxMissedPings: 30, minRestartMs: 1, ...more.limits },
  });
  await child.untilUp();
  return { child, noises, lines, log: () => lines.join('') };
}

/** A child of one test. */
async function started(more: Partial<ChildOptions> = {}) {
  const running = await start(more);
  onTestFinished(() => running.child.stop());
  return running;
}

/** Waits until the child has failed, for the first time unless `failures` says otherwise, and works again. */
async function expectRecovery(
  { child, log }: Awaited<ReturnType<typeof start>>,
  reason: RegExp,
  failures = 1,
): Promise<void> {
  await expect.poll(() => child.failures).toBe(failures);
  await expect.poll(() => child.isUp).toBe(true);
  expect(await child.request(Double, 21)).toBe(42);
  expect(log()).toMatch(reason);
}

describe('a child that works', () => {
  let running: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    running = await start();
    return () => running.child.stop();
  });

  test('a request is answered, and an exception in the child rejects only its request', async () => {
    const { child, log } = running;
    expect(await child.request(Double, 21)).toBe(42);
    await expect(child.request(Double, -1)).rejects.toThrow('no negative numbers');
    expect(await child.request(Double, 1)).toBe(2);
    expect(child.failures).toBe(0);
    await expect.poll(log).toContain('"process":"unruly","msg":"hello"');
  });

  test('a child yields to play when processor time is short', () => {
    expect(getPriority(running.child.pid)).toBe(Math.min(19, getPriority() + 5));
  });

  test('a request that is not answered is rejected after its timeout', async () => {
    await expect(running.child.request(Wait, {}, 50)).rejects.toThrow('wait was not answered');
  });

  test('a child that prints without line ends uses no memory of its parent', async () => {
    const { child, lines } = running;
    for (let i = 0; i < 20; i += 1) child.send(Misbehave, 'print');
    expect(await child.request(Double, 1)).toBe(2);
    await child.stop();
    for (const line of lines) expect(line.length).toBeLessThan(10_000);
  });
});

test('a child that ends is restarted each time, however it ends', async () => {
  const running = await started();
  const ways = [
    ['throw', /a fault of the child/],
    ['reject', /a rejection of the child/],
    ['exit', /it exited with 3/],
    ['disconnect', /it closed its channel/],
  ] as const;
  for (const [i, [how, reason]] of ways.entries()) {
    running.child.send(Misbehave, how);
    await expectRecovery(running, reason, i + 1);
  }
});

test('a request in flight is rejected when the child ends, and so is a later one until it is up again', async () => {
  const { child } = await started();
  const waiting = expect(child.request(Wait, {})).rejects.toThrow('the process has ended');
  child.send(Misbehave, 'exit');
  await waiting;
  await expect(child.request(Double, 1)).rejects.toThrow('not running');
  expect(child.send(Misbehave, 'exit')).toBe(false);
  await child.untilUp();
  expect(await child.request(Double, 1)).toBe(2);
});

test('a child whose event loop is blocked is killed and restarted', async () => {
  const running = await started({ limits: { pingEveryMs: 50, maxMissedPings: 20 } });
  running.child.send(Misbehave, 'hang');
  await expectRecovery(running, /it did not answer 20 pings/);
});

test('a frozen child that receives more and more messages is killed, and the messages are dropped', async () => {
  const running = await started({ limits: { pingEveryMs: 100, maxMissedPings: 20 } });
  const { child } = running;
  process.kill(child.pid ?? 0, 'SIGSTOP');
  const sent = Array.from({ length: 10_000 }, () =>
    child.request(Double, 1).then(
      () => 'answered',
      () => 'rejected',
    ),
  );
  expect(new Set(await Promise.all(sent))).toEqual(new Set(['rejected']));
  await expectRecovery(running, /it did not answer/);
});

test.each([
  ['leak-buffers', /it used \d+ MB/],
  ['leak-objects', /heap out of memory|it used \d+ MB/],
] as const)('a child with a memory leak (%s) is ended and restarted', async (how, reason) => {
  const running = await started({ limits: { heapMb: 64, memoryMb: 300 } });
  running.child.send(Misbehave, how);
  await expectRecovery(running, reason);
});

test('a child that floods its parent is killed, and messages of the wrong form are only logged', async () => {
  const running = await started({ limits: { maxMessagesPerSecond: 2_000 } });
  running.child.send(Misbehave, 'flood');
  await expectRecovery(running, /it sent too many messages/);
  expect(running.log()).toContain('a message was not handled');
  expect(running.noises.length).toBeLessThanOrEqual(2_000);
});

test('a child that cannot start is tried again at increasing intervals', async () => {
  const child = superviseChild({
    name: 'unruly',
    entry,
    data: { greeting: 5 },
    log: pino({ level: 'silent' }),
    limits: { minRestartMs: 1 },
  });
  await expect.poll(() => child.failures).toBeGreaterThan(2);
  expect(child.isUp).toBe(false);
  await child.stop();
});

test('a stopped child is not restarted, and one that does not stop is killed after the deadline', async () => {
  const { child } = await started({ limits: { stopMs: 50 } });
  const { pid } = child;
  child.send(Misbehave, 'ignore-stop');
  await child.request(Double, 1);
  await child.stop();
  expect([child.failures, child.isUp]).toEqual([0, false]);
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
});

async function startParent() {
  const parent = fork(new URL('./testing/parent.ts', import.meta.url), { execArgv: [], stdio: 'inherit' });
  const [pid]: unknown[] = await once(parent, 'message');
  if (typeof pid !== 'number') throw new Error('no pid');
  return { parent, pid };
}

test('a child ignores the signals of a terminal, and exits when its parent is killed', async () => {
  const { parent, pid } = await startParent();
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGTERM');
  parent.send('ask');
  expect(await once(parent, 'message')).toEqual([42, undefined]);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('a child with a blocked event loop ends when its parent is killed', async () => {
  const { parent, pid } = await startParent();
  parent.send('hang');
  expect(await once(parent, 'message')).toEqual(['hangs', undefined]);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
