import { type GameId, GameLog, PlayerLobby, type Seek } from '@terrace/protocol';
import { connect, guestAt } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';

const app = useTestApp();

const time = { kind: 'clock', initialMs: 300_000, incrementMs: 3_000 } as const;
const two: Seek = { setup: 'long', time, rated: false };
const three: Seek = { setup: 'three', time, rated: false };

async function seeker() {
  const guest = await guestAt(app.url);
  const games: GameId[] = [];
  guest.socket.on('pairing:paired', ({ gameId }) => games.push(gameId));
  return { ...guest, games };
}
const seekers = async () => [await seeker(), await seeker(), await seeker()] as const;

const logOf = async (id: GameId | undefined) =>
  GameLog.parse(await (await fetch(`${app.url}/api/games/${id}`)).json()).events.map(({ event }) => event);

async function waitingFor(seek: Seek): Promise<number> {
  const { view } = PlayerLobby.parse(await (await fetch(`${app.url}/api/lobby`)).json());
  return view.seekers.filter((each) => each.seek.setup === seek.setup).length;
}

test('three players with the same seek are sent to one started game, each on a different side', async () => {
  const people = await seekers();
  for (const one of people)
    expect(await one.request('pairing:join', three)).toMatchObject({ ok: true, value: { seek: three } });
  await expect.poll(() => people.map(({ games }) => games.length)).toEqual([1, 1, 1]);
  expect(new Set(people.flatMap(({ games }) => games)).size).toBe(1);
  const log = await logOf(people[0].games[0]);
  expect(log.map(({ type }) => type)).toEqual(['created', 'seated', 'seated', 'seated', 'started']);
  const seated = log.flatMap((event) => (event.type === 'seated' ? [event] : []));
  expect(new Set(seated.map(({ player }) => player.id))).toEqual(new Set(people.map(({ player }) => player.id)));
  await expect.poll(() => waitingFor(three)).toBe(0);
  for (const one of people) one.close();
});

test('a player with two tabs has one seek, is never paired with themselves, and both tabs receive the game', async () => {
  const [one, other] = await seekers();
  const tab = await connect(app.url, one.cookie);
  const received: GameId[] = [];
  tab.socket.on('pairing:paired', ({ gameId }) => received.push(gameId));
  await one.request('pairing:join', two);
  await tab.request('pairing:join', two);
  await expect.poll(() => waitingFor(two)).toBe(1);
  await other.request('pairing:join', two);
  await expect.poll(() => [one.games.length, received.length, other.games.length]).toEqual([1, 1, 1]);
  expect(received).toEqual(one.games);
  for (const each of [one, other, tab]) each.close();
});

test('players are never paired if either has blocked the other', async () => {
  const [one, other, third] = await seekers();
  await one.request('chat:block', { playerId: other.player.id, on: true });
  await one.request('pairing:join', two);
  await other.request('pairing:join', two);
  await expect.poll(() => waitingFor(two)).toBe(2);
  await third.request('pairing:join', two);
  await expect.poll(() => third.games).toHaveLength(1);
  expect(one.games.length + other.games.length).toBe(1);
  await expect.poll(() => waitingFor(two)).toBe(1);
  for (const each of [one, other, third]) each.close();
  await expect.poll(() => waitingFor(two)).toBe(0);
});

test('a block made while both players wait prevents their pairing', async () => {
  const [one, other] = await seekers();
  await one.request('pairing:join', two);
  await expect.poll(() => waitingFor(two)).toBe(1);
  await one.request('chat:block', { playerId: other.player.id, on: true });
  await other.request('pairing:join', two);
  await expect.poll(() => waitingFor(two)).toBe(2);
  await other.request('pairing:leave', {});
  await one.request('pairing:leave', {});
  await expect.poll(() => waitingFor(two)).toBe(0);
  expect([...one.games, ...other.games]).toEqual([]);
  for (const each of [one, other]) each.close();
});

test('a matching open table is filled first, and its reserved seats stay free', async () => {
  const [host, one, other] = await seekers();
  await host.create({ time, setup: 'short' }, 'south', { reserved: [{ side: 'north', name: one.player.name }] });
  const open = await host.create({ time, setup: 'short' }, 'south');
  await other.request('pairing:join', { ...two, setup: 'short' });
  await expect.poll(() => other.games).toEqual([open]);
  expect((await logOf(open)).at(-1)).toMatchObject({ type: 'started' });
  for (const each of [host, one, other]) each.close();
});

test('a seek ends when its connection closes or another seek replaces it', async () => {
  const [one] = await seekers();
  await one.request('pairing:join', two);
  await expect.poll(() => waitingFor(two)).toBe(1);
  await one.request('pairing:join', three);
  await expect.poll(async () => [await waitingFor(two), await waitingFor(three)]).toEqual([0, 1]);
  one.close();
  await expect.poll(() => waitingFor(three)).toBe(0);
});

test('guests cannot seek rated games, and no player can seek a rated game that cannot be rated', async () => {
  const [one] = await seekers();
  expect(await one.request('pairing:join', { ...two, rated: true })).toMatchObject({
    refusal: { code: 'rated-needs-account' },
  });
  expect(await one.request('pairing:join', { ...two, time: null, rated: true })).toMatchObject({
    refusal: { code: 'not-rateable' },
  });
  one.close();
});
