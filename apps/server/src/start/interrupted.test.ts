import type { GameId } from '@terrace/protocol';
import { connect } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { openDatabase } from '../store/client.ts';
import { startTestApp } from '../testing/app.ts';
import { createVirtualTime } from '../testing/time.ts';

const INITIAL_MS = 300_000;

/** Long enough to count as an interruption. */
const OUT_MS = 4_000;

async function begun() {
  const databaseUrl = await databaseOfTest();
  const time = createVirtualTime();
  onTestFinished(time.stop);
  const start = () => startTestApp(databaseUrl, { scheduler: time.scheduler, machine: time.scheduler });
  const app = await start();
  const clock = { kind: 'clock', initialMs: INITIAL_MS, incrementMs: 0 } as const;
  const { gameId, south, north } = await aGame(app.url).with({ time: clock }).started();
  for (let n = 0; n < 4; n += 1) {
    time.advance(250); // so that each tick of the event loop is short
    await fetch(`${app.url}/ready`);
  }
  return { databaseUrl, time, start, app, south, north, gameId };
}

type Player = Pick<Awaited<ReturnType<typeof connect>>, 'command' | 'request'>;

/** @returns the charged time in ms */
async function costOfMove(south: Player, gameId: GameId): Promise<number> {
  const moved = await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  expect(moved).toMatchObject({ ok: true });
  const log = await south.request('game:watch', { gameId, after: 0 });
  const [move] = log.ok ? log.value.events.flatMap(({ event }) => (event.type === 'moved' ? [event] : [])) : [];
  return INITIAL_MS - (move?.remainingMs ?? 0);
}

test('a suspended server refunds the lost time to the player who moves next (R15)', async () => {
  const { time, app, south, north, gameId } = await begun();
  time.jump(OUT_MS);
  expect(await costOfMove(south, gameId)).toBeLessThanOrEqual(1_000);
  for (const client of [south, north]) client.close();
  await app.close();
});

/** Moves the last heartbeat `OUT_MS` into the past. @param next a node that has just started */
async function passDowntime(databaseUrl: string, time: { jump(ms: number): void }, next?: string): Promise<void> {
  const { prisma, close } = openDatabase(databaseUrl, () => undefined);
  await prisma.$executeRaw`update heartbeat set at = at - make_interval(secs => ${OUT_MS / 1000})`;
  if (next !== undefined) await prisma.$executeRaw`insert into heartbeat (node, at) values (${next}, now())`;
  await close();
  time.jump(OUT_MS);
}

test('a restarted server refunds its downtime to every running clock, even in games without connected players (R15)', async () => {
  const { databaseUrl, time, start, app, south, north, gameId } = await begun();
  for (const client of [south, north]) client.close();
  await app.close();
  await passDowntime(databaseUrl, time);
  const next = await start();
  const again = await connect(next.url, south.cookie);
  const last = async () => {
    const log = await again.request('game:watch', { gameId, after: 0 });
    return log.ok && log.value.events.at(-1)?.event.type;
  };
  await expect.poll(last).toBe('interrupted');
  expect(await costOfMove(again, gameId)).toBeLessThanOrEqual(1_000);
  again.close();
  await next.close();
});

test('a server that starts just after another one refunds the downtime before both (R15)', async () => {
  const { databaseUrl, time, start, app, south, north, gameId } = await begun();
  for (const client of [south, north]) client.close();
  await app.close();
  await passDowntime(databaseUrl, time, 'the other node');
  const second = await start();
  const again = await connect(second.url, south.cookie);
  time.advance(3_000); // so that the refund ends before the move
  expect(await costOfMove(again, gameId)).toBeLessThanOrEqual(4_000);
  again.close();
  await second.close();
});
