import {
  broadcasts,
  changeLobby,
  GameLog,
  type LobbyView,
  PlayerLobby,
  type Refusal,
  type Seek,
  type SeekerRow,
} from '@terrace/protocol';
import { type Client, connect, guestAt } from '@terrace/testing/client';
import { memberAt } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useTwoNodes } from '../testing/app.ts';

const nodes = useTwoNodes();

const time = { kind: 'clock', initialMs: 600_000, incrementMs: 5_000 } as const;
const quick = { kind: 'clock', initialMs: 180_000, incrementMs: 2_000 } as const;
const two: Seek = { setup: 'long', time, rated: false };

type Guest = Awaited<ReturnType<typeof guestAt>>;

/** Seekers as a visitor who is nobody yet is told of them. */
async function rowsAt(url: string): Promise<readonly SeekerRow[]> {
  return PlayerLobby.parse(await (await fetch(`${url}/api/lobby`)).json()).view.seekers;
}
const rowOf = async (url: string, { player }: Pick<Guest, 'player'>) =>
  (await rowsAt(url)).find((row) => row.player.id === player.id);

/** The seekers somebody in the lobby sees, as they are told of them. */
async function seesIn(client: Client): Promise<() => readonly string[]> {
  let view: LobbyView | undefined;
  const watch = async () => {
    const answer = await client.request('lobby:watch', { known: null });
    if (answer.ok && answer.value.catchUp.kind === 'view') ({ view } = answer.value.catchUp);
  };
  client.socket.on('lobby:changed', (message: unknown) => {
    const next = view && changeLobby(view, broadcasts['lobby:changed'].parse(message));
    if (next === undefined) void watch();
    else view = next;
  });
  await watch();
  return () => (view?.seekers ?? []).map(({ player }) => player.id);
}

/** What somebody is told of their own search. */
function ends({ socket }: Client): string[] {
  const told: string[] = [];
  socket.on('pairing:seek', (message: unknown) => {
    const { seek, end } = broadcasts['pairing:seek'].parse(message);
    told.push(seek?.seek.setup ?? end?.why ?? 'none');
  });
  return told;
}

const people = (...urls: string[]) => Promise.all(urls.map(guestAt));
const codeOf = (answer: { ok: true } | { ok: false; refusal: Refusal }) => (answer.ok ? 'ok' : answer.refusal.code);

test('whoever waits is a row for everybody at every node, for all games, and joined at once from any of them', async () => {
  const [anna, ben] = (await people(nodes.here, nodes.there)) as [Guest, Guest];
  const told = ends(anna);
  await anna.request('pairing:join', { ...two, setup: 'master6', time: quick });
  for (const url of [nodes.here, nodes.there]) {
    await expect
      .poll(() => rowOf(url, anna))
      .toMatchObject({ player: anna.player, seek: { setup: 'master6', time: quick } });
  }
  const paired = new Promise((resolve) => anna.socket.once('pairing:paired', resolve));
  const game = { ...two, setup: 'master6', time: quick } as const;
  const joined = await ben.request('pairing:accept', { player: anna.player.id, game });
  if (!joined.ok) throw new Error(joined.refusal.code);
  const { gameId } = joined.value;
  expect(await paired).toEqual({ gameId });
  expect(told).toEqual(['master6', 'paired']);
  const { events } = GameLog.parse(await (await fetch(`${nodes.here}/api/games/${gameId}`)).json());
  expect(events.map(({ event }) => event.type)).toEqual(['created', 'seated', 'seated', 'started']);
  expect(events[0]?.event).toMatchObject({ settings: { setup: 'master6', time: quick, rated: false } });
  await expect.poll(() => rowOf(nodes.there, anna)).toBeUndefined();
  for (const each of [anna, ben]) each.close();
});

test('of two who join one at the same time from two nodes, one plays and the other is told that the search is over', async () => {
  const [anna, ben, cleo] = (await people(nodes.here, nodes.here, nodes.there)) as [Guest, Guest, Guest];
  await cleo.request('pairing:join', { ...two, setup: 'four' }); // her own search goes on if she is the later one
  await anna.request('pairing:join', two);
  for (const url of [nodes.here, nodes.there]) await expect.poll(() => rowOf(url, anna)).toBeDefined();
  const joining = { player: anna.player.id, game: two };
  const answers = await Promise.all([ben, cleo].map((each) => each.request('pairing:accept', joining)));
  expect(answers.map(codeOf).sort()).toEqual(['ok', 'seek-over']);
  const [, cleos] = answers;
  await expect.poll(async () => (await rowOf(nodes.here, cleo)) !== undefined).toBe(cleos?.ok === false);
  expect(codeOf(await ben.request('pairing:accept', joining))).toBe('seek-over');
  for (const each of [anna, ben, cleo]) each.close();
});

test('nobody joins themselves, another game than is sought, a rated one as a guest, or one of three', async () => {
  const [ben] = (await people(nodes.there)) as [Guest];
  const anna = await memberAt(nodes.here);
  const rated = { ...two, rated: true };
  await anna.request('pairing:join', rated);
  await expect.poll(() => rowOf(nodes.there, anna)).toMatchObject({ seek: { rated: true } });
  const join = (who: Client, game: Seek) => who.request('pairing:accept', { player: anna.player.id, game });
  expect(codeOf(await join(ben, rated))).toBe('rated-needs-account');
  expect(codeOf(await join(ben, two))).toBe('seek-over');
  expect(codeOf(await join(anna, rated))).toBe('seek-over');
  await anna.request('pairing:join', { ...two, setup: 'three' });
  expect(codeOf(await join(ben, { ...two, setup: 'three' }))).toBe('seek-over');
  await anna.request('pairing:join', rated);
  const dora = await memberAt(nodes.there);
  expect(codeOf(await join(dora, rated))).toBe('ok');
  for (const each of [anna, ben, dora]) each.close();
});

test('people who blocked each other are not in each other’s lobby, whoever did it and when, and cannot join', async () => {
  const [anna, ben, cleo] = (await people(nodes.here, nodes.there, nodes.there)) as [Guest, Guest, Guest];
  await ben.request('chat:block', { playerId: anna.player.id, on: true });
  const [bens, cleos] = [await seesIn(ben), await seesIn(cleo)];
  await anna.request('pairing:join', two);
  await expect.poll(() => cleos()).toContain(anna.player.id);
  expect(bens()).not.toContain(anna.player.id);
  expect(codeOf(await ben.request('pairing:accept', { player: anna.player.id, game: two }))).toBe('seek-over');

  await anna.request('chat:block', { playerId: cleo.player.id, on: true });
  await expect.poll(() => cleos()).not.toContain(anna.player.id);
  await ben.request('chat:block', { playerId: anna.player.id, on: false });
  await expect.poll(() => bens()).toContain(anna.player.id);
  for (const each of [anna, ben, cleo]) each.close();
});

test('a wider search is paired in any of its games, and says so in its row', async () => {
  const [anna, ben] = (await people(nodes.here, nodes.there)) as [Guest, Guest];
  const or = { setups: ['long', 'short'] as Seek['setup'][], times: [time, quick] };
  const since = await anna.request('pairing:join', two);
  expect(await anna.request('pairing:join', { ...two, or })).toEqual({
    ok: true,
    value: { seek: { ...two, or }, since: since.ok && since.value.since },
  });
  await expect.poll(() => rowOf(nodes.there, anna)).toMatchObject({ seek: { ...two, or } });
  const paired = new Promise<{ gameId: string }>((resolve) => anna.socket.once('pairing:paired', resolve));
  await ben.request('pairing:join', { setup: 'short', time: quick, rated: false });
  const { events } = GameLog.parse(await (await fetch(`${nodes.here}/api/games/${(await paired).gameId}`)).json());
  expect(events[0]?.event).toMatchObject({ settings: { setup: 'short', time: quick } });
  for (const each of [anna, ben]) each.close();
});

test('a search goes on after a reload, at another node, and in a new tab; what ended it meanwhile is told', async () => {
  const [anna, ben] = (await people(nodes.here, nodes.there)) as [Guest, Guest];
  const joined = await anna.request('pairing:join', two);
  if (!joined.ok) throw new Error(joined.refusal.code);
  const wanted = joined.value;
  await expect.poll(() => rowOf(nodes.there, anna)).toBeDefined();
  anna.close();
  await expect.poll(() => rowOf(nodes.there, anna)).toBeUndefined();
  const again = await connect(nodes.there, anna.cookie);
  expect(await again.request('pairing:resume', { wanted })).toEqual({ ok: true, value: { open: wanted } });
  await expect.poll(() => rowOf(nodes.here, anna)).toMatchObject({ since: wanted.since });

  const tab = await connect(nodes.here, anna.cookie);
  expect(await tab.request('pairing:resume', { wanted: null })).toEqual({ ok: true, value: { open: wanted } });
  again.close();
  await expect.poll(async () => (await rowOf(nodes.there, anna))?.since).toBe(wanted.since);

  let gameId: string | undefined;
  // The other node may hear of the tab a moment after it has lost the connection before.
  const accept = async () => {
    const accepted = await ben.request('pairing:accept', { player: anna.player.id, game: two });
    if (accepted.ok) ({ gameId } = accepted.value);
    return accepted.ok;
  };
  await expect.poll(accept).toBe(true);
  const late = await connect(nodes.there, anna.cookie);
  expect(await late.request('pairing:resume', { wanted })).toEqual({
    ok: true,
    value: { open: null, end: { why: 'paired', gameId } },
  });
  expect(await late.request('pairing:resume', { wanted: null })).toEqual({ ok: true, value: { open: null } });
  for (const each of [tab, late, ben]) each.close();
});

test('a search ends, and says why, when another game of people begins, when it is given up, and after an hour', async () => {
  const [anna, ben] = (await people(nodes.here, nodes.there)) as [Guest, Guest];
  const told = ends(anna);
  await anna.request('pairing:join', two);
  const table = await anna.create({ setup: 'three', seen: 'link', time: null }, 'south');
  await anna.command(table, { type: 'leave' });
  const started = await anna.create({ setup: 'short', seen: 'link' }, 'south');
  await expect.poll(() => rowOf(nodes.here, anna)).toBeDefined();
  await ben.command(started, { type: 'sit', side: null });
  await expect.poll(() => told).toEqual(['long', 'seated']);
  await anna.request('pairing:join', { ...two, setup: 'medium' });
  await anna.request('pairing:leave', {});
  await expect.poll(() => told).toEqual(['long', 'seated', 'medium', 'left']);
  await anna.request('pairing:join', { ...two, setup: 'master' });
  await expect.poll(() => rowOf(nodes.here, anna)).toBeDefined();
  nodes.time.advance(61 * 60_000);
  await expect.poll(() => told.slice(4)).toEqual(['master', 'expired']);
  for (const each of [anna, ben]) each.close();
});
