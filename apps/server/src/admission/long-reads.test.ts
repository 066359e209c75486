import type { GameId } from '@terrace/protocol';
import { connect, guestAt } from '@terrace/testing/client';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { lengthenLog } from '../testing/lengthen-log.ts';

const BUDGET = { points: 500, duration: 600 };

/** How often the budget allows reading a log of 2,000 events. */
const MAX_READS = 10;

const app = useTestApp({ budget: BUDGET });
let gameId: GameId;
beforeAll(async () => {
  const host = await guestAt(app.url);
  gameId = await host.create({ time: null }, 'south');
  await lengthenLog(app.databaseUrl, gameId, 3, 2_000);
  host.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });

test('a client that keeps reading a long log is limited by its length, and other clients are not affected', async () => {
  const read = async (address: string) =>
    (await fetch(`${app.url}/api/games/${gameId}`, { headers: from(address) })).status;
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 60) statuses.push(await read('203.0.113.9'));
  expect(statuses.length).toBeLessThan(MAX_READS);
  expect(statuses.at(-1)).toBe(429);
  expect(await read('203.0.113.10')).toBe(200);
});

test('a client that keeps watching a long game through a socket is limited too', async () => {
  const [reader, other] = [
    await connect(app.url, '', from('203.0.113.11')),
    await connect(app.url, '', from('203.0.113.12')),
  ];
  const watch = (client: typeof reader) => client.request('game:watch', { gameId, after: 0 });
  let reads = 0;
  while (reads < 60 && (await watch(reader)).ok) reads += 1;
  expect(reads).toBeLessThan(2 * MAX_READS); // each read returns half of the log
  expect(await watch(reader)).toMatchObject({ refusal: { code: 'too-many-requests' } });
  expect(await watch(other)).toMatchObject({ ok: true });
  for (const { close } of [reader, other]) close();
});
