import { connect, guestAt } from '@terrace/testing/client';
import { absentSides, claimNorth, gameAcross, LONG_MS, stillHere } from '@terrace/testing/presence';
import { expect, test } from 'vitest';
import { useTwoNodesBehindProxy } from '../testing/app.ts';
import { startNodeToCutOff } from '../testing/cut-off-node.ts';

const nodes = useTwoNodesBehindProxy();

/** Shorter than the silence after which a node counts as gone. */
const STEP_MS = 500;

/** Waits for a value while the nodes' machine time passes, slowly enough for heartbeats to arrive. */
const whileTimePasses = <T>(read: () => T) => expect.poll(nodes.machine.advancing(STEP_MS, read));

test('players of a killed node are absent once the node is gone, except for those who have moved to another node', async () => {
  const killed = await startNodeToCutOff(nodes.databaseUrl);
  const left = await gameAcross(nodes.here, killed.url);
  const moved = await gameAcross(nodes.here, killed.url);

  await killed.cutOff();
  const again = await connect(nodes.here, moved.north.cookie);
  await again.request('game:watch', { gameId: moved.gameId, after: 0 });

  await whileTimePasses(() => absentSides(left.south, left.gameId)).toEqual(['north']);
  expect(await left.south.command(left.gameId, claimNorth)).toMatchObject(stillHere);
  nodes.time.advance(LONG_MS);
  await expect.poll(() => left.south.command(left.gameId, claimNorth)).toMatchObject({ ok: true });
  expect(await moved.south.command(moved.gameId, claimNorth)).toMatchObject(stillHere);
  expect(moved.heard.flatMap(({ away }) => away)).toEqual([]);

  for (const one of [left.south, left.north, moved.south, moved.north, again]) one.close();
  await killed.close();
});

test('no player counts as absent while nodes are disconnected, and grace periods restart afterwards', async () => {
  const { gameId, south, north, heard } = await gameAcross(nodes.here, nodes.here);

  nodes.redis().disconnect();
  const metrics = async () => (await fetch(`${nodes.here}/metrics`)).text();
  await whileTimePasses(metrics).toContain('terrace_cluster_whole 0');
  heard.splice(0);
  north.close();
  const again = await connect(nodes.there, north.cookie); // this node cannot see that connection
  await again.request('game:watch', { gameId, after: 0 });
  await whileTimePasses(() => heard.length).toBeGreaterThan(0);
  nodes.time.advance(LONG_MS);
  expect(await south.command(gameId, claimNorth)).toMatchObject(stillHere);
  await expect.poll(() => absentSides(south, gameId)).toEqual([]);

  nodes.redis().reconnect();
  const late = await guestAt(nodes.there);
  await late.request('game:watch', { gameId, after: 0 });
  await whileTimePasses(() => heard.at(-1)).toMatchObject({ watching: 1, names: [late.player.name], away: [] });
  expect(await south.command(gameId, claimNorth)).toMatchObject(stillHere);

  again.close();
  await whileTimePasses(() => heard.at(-1)?.away).toMatchObject([{ side: 'north' }]);
  expect(await south.command(gameId, claimNorth)).toMatchObject(stillHere);
  nodes.time.advance(LONG_MS);
  await expect.poll(() => south.command(gameId, claimNorth)).toMatchObject({ ok: true });

  for (const one of [south, again, late]) one.close();
});
