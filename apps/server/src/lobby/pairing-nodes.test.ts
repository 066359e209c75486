import { type GameId, GameLog, PlayerLobby, type Seek } from '@terrace/protocol';
import { connect, guestAt } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { startNode, useTwoNodes } from '../testing/app.ts';
import { startNodeToCutOff } from '../testing/cut-off-node.ts';
import { createVirtualTime } from '../testing/time.ts';

const nodes = useTwoNodes();

/** Shorter than the silence after which a node counts as gone. */
const STEP_MS = 500;

const time = { kind: 'clock', initialMs: 300_000, incrementMs: 3_000 } as const;
const two: Seek = { setup: 'long', time, rated: false };
const three: Seek = { setup: 'three', time, rated: false };
const short: Seek = { setup: 'short', time, rated: false };

async function seekerAt(url: string) {
  const guest = await guestAt(url);
  return { ...guest, ...receivedBy(guest) };
}

function receivedBy({ socket }: { socket: Awaited<ReturnType<typeof connect>>['socket'] }) {
  const games: GameId[] = [];
  const seeks: (Seek['setup'] | null)[] = [];
  socket.on('pairing:paired', ({ gameId }) => games.push(gameId));
  socket.on('pairing:seek', ({ seek }) => seeks.push(seek?.seek.setup ?? null));
  return { games, seeks };
}

const logOf = async (id: GameId | undefined) =>
  GameLog.parse(await (await fetch(`${nodes.here}/api/games/${id}`)).json()).events.map(({ event }) => event);

async function waitingAt(url: string, seek: Seek): Promise<number> {
  const { view } = PlayerLobby.parse(await (await fetch(`${url}/api/lobby`)).json());
  return view.seekers.filter((each) => each.seek.setup === seek.setup).length;
}
const waiting = (seek: Seek) => Promise.all([waitingAt(nodes.here, seek), waitingAt(nodes.there, seek)]);

test('two players with the same seek on different nodes are paired once, in one game', async () => {
  const [one, other] = [await seekerAt(nodes.here), await seekerAt(nodes.there)];
  await one.request('pairing:join', two);
  await expect.poll(() => waiting(two)).toEqual([1, 1]);
  await other.request('pairing:join', two);
  await expect.poll(() => [one.games.length, other.games.length]).toEqual([1, 1]);
  expect(one.games).toEqual(other.games);
  await expect.poll(() => waiting(two)).toEqual([0, 0]);
  expect([one.seeks.at(-1), other.seeks.at(-1)]).toEqual([null, null]);
  for (const each of [one, other]) each.close();
});

test('three players on two nodes fill a three-player game', async () => {
  const people = [await seekerAt(nodes.here), await seekerAt(nodes.there), await seekerAt(nodes.there)];
  for (const one of people) await one.request('pairing:join', three);
  await expect.poll(() => people.map(({ games }) => games.length)).toEqual([1, 1, 1]);
  const log = await logOf(people[0]?.games[0]);
  const seated = log.flatMap((event) => (event.type === 'seated' ? [event.player.id] : []));
  expect(new Set(seated)).toEqual(new Set(people.map(({ player }) => player.id)));
  for (const one of people) one.close();
});

test('a matching seeker fills the open table of a host on another node', async () => {
  const [host, one] = [await seekerAt(nodes.here), await seekerAt(nodes.there)];
  const [other, another] = [await seekerAt(nodes.there), await seekerAt(nodes.here)];
  const table = await host.create({ time, setup: 'short' }, 'south');
  await one.request('pairing:join', short);
  await expect.poll(() => one.games).toEqual([table]);
  const second = await other.create({ time, setup: 'short' }, 'south');
  await another.request('pairing:join', short);
  await expect.poll(() => another.games).toEqual([second]);
  for (const each of [host, one, other, another]) each.close();
});

test('a player with tabs on two nodes has one seek, the newest, until they cancel it or close both tabs', async () => {
  const one = await seekerAt(nodes.here);
  const tab = await connect(nodes.there, one.cookie);
  const received = receivedBy(tab);
  await one.request('pairing:join', two);
  await expect.poll(() => received.seeks.at(-1)).toBe('long');
  await tab.request('pairing:join', three);
  await expect.poll(() => one.seeks.at(-1)).toBe('three');
  await expect
    .poll(async () => [await waiting(two), await waiting(three)])
    .toEqual([
      [0, 0],
      [1, 1],
    ]);

  tab.close(); // the other tab has also joined
  expect(await waiting(three)).toEqual([1, 1]);
  const again = await connect(nodes.there, one.cookie);
  await again.request('pairing:leave', {});
  await expect.poll(() => one.seeks.at(-1)).toBe(null);
  await expect.poll(() => waiting(three)).toEqual([0, 0]);

  await one.request('pairing:join', two);
  await again.request('pairing:join', two);
  await expect.poll(() => waiting(two)).toEqual([1, 1]);
  one.close();
  again.close();
  await expect.poll(() => waiting(two)).toEqual([0, 0]);
});

test('when the leader is killed while players wait, the next leader pairs them, and players of the dead node stop waiting', async () => {
  const databaseUrl = await databaseOfTest();
  const machine = createVirtualTime({ speed: 1 });
  const leader = await startNodeToCutOff(databaseUrl);
  const start = () => startNode(databaseUrl, { machine: machine.scheduler });
  const [here, there] = [await start(), await start()];
  const [lost, one, other] = [await seekerAt(leader.url), await seekerAt(here.url), await seekerAt(there.url)];
  await lost.request('pairing:join', short);
  await one.request('pairing:join', three);
  await other.request('pairing:join', three);
  await expect.poll(() => waitingAt(there.url, three)).toBe(2);
  await expect.poll(() => waitingAt(there.url, short)).toBe(1);
  await leader.cutOff();
  const third = await seekerAt(here.url);
  await third.request('pairing:join', three);
  const gamesOfEach = () => [one, other, third].map(({ games }) => games.length);
  await expect.poll(machine.advancing(STEP_MS, gamesOfEach)).toEqual([1, 1, 1]);
  await expect.poll(machine.advancing(STEP_MS, () => waitingAt(there.url, short))).toBe(0);
  for (const each of [lost, one, other, third]) each.close();
  await Promise.all([here.close(), there.close(), leader.close()]);
  machine.stop();
});
