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

async function rowsAt(url: string): Promise<readonly SeekerRow[]> {
  return PlayerLobby.parse(await (await fetch(`${url}/api/lobby`)).json()).view.seekers;
}
const rowOf = async (url: string, { player }: Pick<Guest, 'player'>) =>
  (await rowsAt(url)).find((row) => row.player.id === player.id);

async function watchSeekers(client: Client): Promise<() => readonly string[]> {
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

function watchEnds({ socket }: Client): string[] {
  const ends: string[] = [];
  socket.on('pairing:seek', (message: unknown) => {
    const { seek, end } = broadcasts['pairing:seek'].parse(message);
    ends.push(seek?.seek.setup ?? end?.why ?? 'none');
  });
  return ends;
}

const people = (...urls: string[]) => Promise.all(urls.map(guestAt));
const codeOf = (answer: { ok: true } | { ok: false; refusal: Refusal }) => (answer.ok ? 'ok' : answer.refusal.code);

test('a seeker is listed on every node, and any player can join immediately from any node', async () => {
  const [anna, ben] = (await people(nodes.here, nodes.there)) as [Guest, Guest];
  const ends = watchEnds(anna);
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
  expect(ends).toEqual(['master6', 'paired']);
  const { events } = GameLog.parse(await (await fetch(`${nodes.here}/api/games/${gameId}`)).json());
  expect(events.map(({ event }) => event.type)).toEqual(['created', 'seated', 'seated', 'started']);
  expect(events[0]?.event).toMatchObject({ settings: { setup: 'master6', time: quick, rated: false } });
  await expect.poll(() => rowOf(nodes.there, anna)).toBeUndefined();
  for (const each of [anna, ben]) each.close();
});

test('when two players join a seeker at the same time from two nodes, one plays and the other gets seek-over', async () => {
  const [anna, ben, cleo] = (await people(nodes.here, nodes.here, nodes.there)) as [Guest, Guest, Guest];
  await cleo.request('pairing:join', { ...two, setup: 'four' }); // her own seek continues if she is second
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

test('joining oneself, a game not sought, a rated game as a guest or a three-player game is rejected', async () => {
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

test('a block in either direction, at any time, hides both seekers from each other and prevents joining', async () => {
  const [anna, ben, cleo] = (await people(nodes.here, nodes.there, nodes.there)) as [Guest, Guest, Guest];
  await ben.request('chat:block', { playerId: anna.player.id, on: true });
  const [bens, cleos] = [await watchSeekers(ben), await watchSeekers(cleo)];
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

test('a seek for several games is paired in any of them, and its row lists them', async () => {
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

test('a seek resumes after a reload, on another node and in a new tab, or reports why it has ended', async () => {
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
  // The other node may learn of the new tab shortly after the old connection closes.
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

test('a seek ends with a reason when another game between people starts, on cancel, and after an hour', async () => {
  const [anna, ben] = (await people(nodes.here, nodes.there)) as [Guest, Guest];
  const ends = watchEnds(anna);
  await anna.request('pairing:join', two);
  const table = await anna.create({ setup: 'three', seen: 'link', time: null }, 'south');
  await anna.command(table, { type: 'leave' });
  const started = await anna.create({ setup: 'short', seen: 'link' }, 'south');
  await expect.poll(() => rowOf(nodes.here, anna)).toBeDefined();
  await ben.command(started, { type: 'sit', side: null });
  await expect.poll(() => ends).toEqual(['long', 'seated']);
  await anna.request('pairing:join', { ...two, setup: 'medium' });
  await anna.request('pairing:leave', {});
  await expect.poll(() => ends).toEqual(['long', 'seated', 'medium', 'left']);
  await anna.request('pairing:join', { ...two, setup: 'master' });
  await expect.poll(() => rowOf(nodes.here, anna)).toBeDefined();
  nodes.time.advance(61 * 60_000);
  await expect.poll(() => ends.slice(4)).toEqual(['master', 'expired']);
  for (const each of [anna, ben]) each.close();
});
