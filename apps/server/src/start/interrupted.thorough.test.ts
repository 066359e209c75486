import { setTimeout as delay } from 'node:timers/promises';
import type { GameId, LoggedEvent } from '@terrace/protocol';
import { connect } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { serverProcess } from '../../../../tools/testing/server.ts';

const SECRET = 'a secret that both runs of the server share';
const INITIAL_MS = 300_000;

/** Long enough to count as an interruption. Real time has to pass here. */
const OUT_MS = 4_000;

const start = (databaseUrl: string) => serverProcess({ DATABASE_URL: databaseUrl, SESSION_SECRET: SECRET });

async function begun(url: string) {
  const time = { kind: 'clock', initialMs: INITIAL_MS, incrementMs: 0 } as const;
  const { gameId, south, north } = await aGame(url).with({ time }).started();
  return { south, north, gameId };
}

/** What South was charged for the first move, and its duration according to the log's stamps, in ms. */
function paid(events: readonly LoggedEvent[]) {
  const started = events.find(({ event }) => event.type === 'started');
  const moved = events.find(({ event }) => event.type === 'moved');
  if (started === undefined || moved?.event.type !== 'moved') throw new Error('South has not moved');
  return { paidMs: INITIAL_MS - (moved.event.remainingMs ?? 0), tookMs: moved.at - started.at };
}

async function moveAndRead(client: Awaited<ReturnType<typeof connect>>, gameId: GameId) {
  const moved = await client.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  expect(moved).toMatchObject({ ok: true });
  const log = await client.request('game:watch', { gameId, after: 0 });
  return paid(log.ok ? log.value.events : []);
}

describe.concurrent('no player is charged for an outage of the server (R15)', { timeout: 90_000 }, () => {
  test('a suspended server refunds the lost time to the player who moves next', async () => {
    const database = await freshDatabase();
    const server = start(database.url);
    const { south, north, gameId } = await begun(await server.address());
    server.kill('SIGSTOP');
    const move = delay(OUT_MS / 2).then(() => moveAndRead(south, gameId)); // sent while the server is suspended
    await delay(OUT_MS);
    server.kill('SIGCONT');
    const { paidMs, tookMs } = await move;
    expect(tookMs).toBeGreaterThanOrEqual(OUT_MS);
    expect(paidMs).toBeLessThanOrEqual(tookMs - OUT_MS + 500);
    for (const client of [south, north]) client.close();
    server.kill('SIGTERM');
    await server.ended;
    await database.drop();
  });

  test('a killed server refunds its downtime to every running clock, even in games without connected players', async ({
    expect,
  }) => {
    const database = await freshDatabase();
    let server = start(database.url);
    const { south, north, gameId } = await begun(await server.address());
    await delay(1_500); // a heartbeat or two
    server.kill('SIGKILL');
    await server.ended;
    for (const client of [south, north]) client.close();
    await delay(OUT_MS);
    server = start(database.url);
    const again = await connect(await server.address(), south.cookie);
    await expect
      .poll(async () => {
        const log = await again.request('game:watch', { gameId, after: 0 });
        return log.ok && log.value.events.at(-1)?.event.type;
      })
      .toBe('interrupted');
    const { paidMs, tookMs } = await moveAndRead(again, gameId);
    expect(paidMs).toBeLessThanOrEqual(tookMs - OUT_MS);
    again.close();
    server.kill('SIGTERM');
    await server.ended;
    await database.drop();
  });
});
