import {
  broadcasts,
  changeFeatured,
  type FeaturedGames,
  type GameId,
  type GameRow,
  PlayerLobby,
} from '@terrace/protocol';
import { type Client, connect, guestAt, guestsAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { presenceFor } from '@terrace/testing/presence';
import { expect, test } from 'vitest';
import { useTwoNodes } from '../testing/app.ts';

const nodes = useTwoNodes();

async function tablesAt(url: string): Promise<string[]> {
  const { view } = PlayerLobby.parse(await (await fetch(`${url}/api/lobby`)).json());
  return view.tables.map(({ id }) => id);
}

function rowsOf({ socket }: Pick<Client, 'socket'>, name: 'lobby:own' | 'invitation:changed'): Map<string, GameRow> {
  const rows = new Map<string, GameRow>();
  socket.on(name, (message: unknown) => {
    const { row } = broadcasts[name].parse(message);
    rows.set(row.id, row);
  });
  return rows;
}

test('a table opened on one node is listed and joined on the other, and then leaves both lobbies', async () => {
  const [host, visitor, watcher] = await guestsAt(nodes.here, nodes.there, nodes.there);
  const listed = new Set<string>();
  watcher.socket.on('lobby:changed', (message: unknown) => {
    const { tables = [], gone = [] } = broadcasts['lobby:changed'].parse(message);
    for (const { id } of tables) listed.add(id);
    for (const id of gone) listed.delete(id);
  });
  await watcher.request('lobby:watch', { known: null });
  const [joined, closed] = [await host.create({}, 'south'), await host.create({}, 'south')];
  await expect.poll(() => [listed.has(joined), listed.has(closed)]).toEqual([true, true]);
  expect(await tablesAt(nodes.there)).toEqual(expect.arrayContaining([joined, closed]));

  expect(await visitor.command(joined, { type: 'sit', side: null })).toMatchObject({ ok: true });
  expect(await host.command(closed, { type: 'leave' })).toMatchObject({ ok: true });
  await expect.poll(() => listed.size).toBe(0);
  await expect.poll(() => tablesAt(nodes.here)).toEqual([]);
  for (const each of [host, visitor, watcher]) each.close();
});

test('an invited player on the other node receives the invitation and its end', async () => {
  const [host, invited] = [await guestAt(nodes.here), await guestAt(nodes.there)];
  const invitations = rowsOf(invited, 'invitation:changed');
  const id = await host.create({}, 'south', { reserved: [{ side: 'north', name: invited.player.name }] });
  await expect.poll(() => invitations.get(id)?.seats[1]?.reserved).toEqual(invited.player);
  expect(await invited.request('invitations:list', {})).toMatchObject({ value: { rows: [{ id }] } });
  await host.command(id, { type: 'leave' });
  await expect.poll(() => invitations.get(id)?.status).toBe('closed');
  expect(await invited.request('invitations:list', {})).toMatchObject({ value: { rows: [] } });
  for (const each of [host, invited]) each.close();
});

test('a player in the lobby of one node receives updates of their games from the other', async () => {
  const [south, north] = [await guestAt(nodes.here), await guestAt(nodes.there)];
  const own = rowsOf(south, 'lobby:own');
  await south.request('lobby:watch', { known: null });
  const id = await south.create({}, 'north');
  await north.command(id, { type: 'sit', side: null });
  await expect.poll(() => own.get(id)?.status).toBe('live');
  await north.command(id, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await expect.poll(() => own.get(id)).toMatchObject({ turn: 'north', ply: 2 });
  await north.command(id, { type: 'resign' });
  await expect.poll(() => own.get(id)?.status).toBe('over');
  for (const each of [south, north]) each.close();
});

test('a node without players of a featured game receives the game and its board', async () => {
  const [south, north, watcher] = await guestsAt(nodes.here, nodes.here, nodes.there);
  const filter = { seats: 2, speed: 'blitz' } as const;
  let featured: FeaturedGames | undefined;
  watcher.socket.on('featured:changed', (message: unknown) => {
    featured = featured && changeFeatured(featured, broadcasts['featured:changed'].parse(message).featured);
  });
  const first = await watcher.request('featured:watch', { filter });
  featured = first.ok ? first.value.featured : undefined;
  const { gameId: id } = await aGame(nodes.here).among(south, north).started();
  const shown = () => featured?.games.find((game) => game.id === id);
  await expect.poll(() => shown()?.id).toBe(id);
  await south.command(id, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await expect.poll(() => shown()?.board).toMatchObject({ last: 'd3' });
  await north.command(id, { type: 'resign' });
  await expect.poll(shown).toBeUndefined();
  for (const each of [south, north, watcher]) each.close();
});

test('a game with an absent player ranks last on all nodes, and first again when they return', async () => {
  const untimed = aGame(nodes.here, nodes.there).untimed();
  const { gameId: older, south, north } = await untimed.started();
  const { gameId: newer, south: other, north: third } = await untimed.started();
  const watch = (guest: Client, gameId: GameId) => guest.request('game:watch', { gameId, after: 0 });
  for (const guest of [south, north]) await watch(guest, older);
  for (const guest of [other, third]) await watch(guest, newer);
  const featuredAt = async (url: string) => {
    const { view } = PlayerLobby.parse(await (await fetch(`${url}/api/lobby`)).json());
    const both = view.featured.games.filter(({ id }) => id === older || id === newer);
    return both.map(({ id, idle }) => [id, idle ?? false]);
  };
  const order = (games: readonly [GameId, boolean][]) =>
    expect.poll(() => Promise.all([nodes.here, nodes.there].map(featuredAt))).toEqual([games, games]);
  await order([
    [newer, false],
    [older, false],
  ]);

  const cookie = third.cookie;
  third.close();
  await expect.poll(async () => (await presenceFor(other, newer)).away.length).toBe(1);
  nodes.time.advance(100_000);
  await order([
    [older, false],
    [newer, true],
  ]);
  const back = await connect(nodes.there, cookie);
  await watch(back, newer);
  await order([
    [newer, false],
    [older, false],
  ]);
  for (const each of [south, north, other, back]) each.close();
});
