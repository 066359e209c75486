import type { GameId } from '@terrace/protocol';
import { type Client, connect, guestAt } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { bySuite } from '../../../../tools/testing/suite.ts';
import { useSharedNodes } from '../testing/shared-app.ts';

const TABLES = 10;
const ROUNDS = bySuite(5, 20);

const nodes = useSharedNodes();

const movesOf = async (client: Client, gameId: GameId): Promise<number> => {
  const log = await client.request('game:watch', { gameId, after: 0 });
  await client.request('game:unwatch', { gameId });
  return log.ok ? log.value.events.filter(({ event }) => event.type === 'moved').length : Number.NaN;
};

async function raceForOneSeat(one: string, other: string): Promise<number> {
  const [south, north] = await Promise.all([guestAt(one), guestAt(one)]);
  const twin = await connect(other, south.cookie);
  let applied = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const gameId = await south.create({ setup: 'long', time: null }, 'south');
    await north.command(gameId, { type: 'sit', side: 'north' });
    const answers = await Promise.all([
      south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' }),
      twin.command(gameId, { type: 'move', ply: 1, from: 'e2', to: 'e3' }),
    ]);
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'stale', ply: 2 } });
    applied += await movesOf(north, gameId);
  }
  for (const client of [south, twin, north]) client.close();
  return applied;
}

test.each([
  ['one node', 'here'],
  ['two nodes', 'there'],
] as const)('exactly one of two simultaneous moves for a ply is applied, on %s', async (_, second) => {
  const applied = await Promise.all(Array.from({ length: TABLES }, () => raceForOneSeat(nodes.here, nodes[second])));
  expect(applied).toEqual(applied.map(() => ROUNDS));
});
