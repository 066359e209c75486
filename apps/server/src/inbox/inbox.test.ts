import { type GameId, InboxPage, Me } from '@terrace/protocol';
import { type Client, connect, type guestAt, guestsAt } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { useTwoNodes } from '../testing/app.ts';
import { copyGame } from '../testing/copy-game.ts';

const nodes = useTwoNodes();

const HOUR_MS = 3_600_000;
const byDays = (days: number) => ({ setup: 'short', time: { kind: 'days', perMoveMs: days * 24 * HOUR_MS } }) as const;
const untimed = { setup: 'short', time: null } as const;

type Guest = Awaited<ReturnType<typeof guestAt>>;

async function started(south: Guest, north: Guest, settings: Parameters<Guest['create']>[0]): Promise<GameId> {
  const id = await south.create(settings, 'south');
  expect(await north.command(id, { type: 'sit', side: null })).toMatchObject({ ok: true });
  return id;
}

const first = { type: 'move', ply: 1, from: 'b1', to: 'b2' } as const;

async function inboxOf({ cookie }: { readonly cookie: string }, query = ''): Promise<InboxPage> {
  const response = await fetch(`${nodes.there}/api/me/games${query}`, { headers: { cookie } });
  return InboxPage.parse(await response.json());
}

async function textOf({ cookie }: { readonly cookie: string }, text: string): Promise<string> {
  const headers = { cookie, 'content-type': 'text/plain' };
  return (await fetch(`${nodes.here}/api/command`, { method: 'POST', headers, body: text })).text();
}

/** Zero numbers without `attention`. */
async function attentionOf({ cookie }: { readonly cookie: string }) {
  const response = await fetch(`${nodes.here}/api/me`, { headers: { cookie } });
  return Me.parse(await response.json()).attention ?? { turns: 0, unread: 0 };
}

/** The numbers of turns that a client received. */
function turnsAt({ socket }: Client): number[] {
  const received: number[] = [];
  socket.on('inbox:turns', ({ turns }: { turns: number }) => received.push(turns));
  return received;
}

test('the number of games on the move is published to all connections on all nodes, but not for live games', async () => {
  const [south, north] = await guestsAt(nodes.here, nodes.there);
  const elsewhere = await connect(nodes.there, south.cookie);
  const [here, there, theirs] = [turnsAt(south), turnsAt(elsewhere), turnsAt(north)];
  const slow = await started(south, north, byDays(3));
  const second = await started(south, north, untimed);
  await started(south, north, { setup: 'short', time: { kind: 'clock', initialMs: HOUR_MS, incrementMs: 0 } });
  await south.command(slow, first);
  await expect.poll(() => [here, there, theirs]).toEqual([[1, 2, 1], [1, 2, 1], [1]]);
  expect(await attentionOf(south)).toMatchObject({ turns: 1 });
  await south.command(second, { type: 'resign' });
  await expect.poll(() => here).toEqual([1, 2, 1, 0]);
  expect(await attentionOf(south)).toMatchObject({ turns: 0 });
  for (const each of [south, north, elsewhere]) each.close();
});

test('a connection receives the current numbers', async () => {
  const [south, north] = await guestsAt(nodes.here, nodes.there);
  await started(south, north, byDays(3));
  await expect.poll(async () => (await attentionOf(south)).unread).toBeGreaterThan(0);
  const { unread } = await attentionOf(south);
  const again = await connect(nodes.here, south.cookie);
  const received: unknown[] = [];
  again.socket.on('inbox:attention', (attention: unknown) => received.push(attention));
  again.socket.disconnect().connect();
  await expect.poll(() => received).toEqual([{ turns: 1, unread }]);
  for (const each of [south, north, again]) each.close();
});

test('own games are listed by group and deadline, and paged', async () => {
  const [south, north] = await guestsAt(nodes.here, nodes.there);
  const waiting = await started(south, north, byDays(2));
  const late = await started(south, north, byDays(7));
  const soon = await started(south, north, byDays(1));
  const open = await south.create(untimed, 'south');
  const practice = await south.create(untimed, 'south', { computers: [{ side: 'north', strength: 1 }] });
  const invited = await north.create(byDays(1), 'south', { reserved: [{ side: 'north', name: south.player.name }] });
  const live = await started(south, north, {
    setup: 'short',
    time: { kind: 'clock', initialMs: HOUR_MS, incrementMs: 0 },
  });
  await south.command(waiting, first);
  await expect.poll(async () => (await inboxOf(south)).counts.waiting).toBe(1);

  const all = await inboxOf(south);
  expect(all.games.map(({ row }) => row.id)).toEqual([live, soon, late, invited, waiting, practice, open]);
  expect(all.counts).toEqual({ playing: 1, turn: 2, invited: 1, waiting: 1, practice: 1, open: 1, out: 0 });
  expect(all.next).toBeNull();
  expect(all.games.find(({ row }) => row.id === waiting)?.board).toMatchObject({ last: 'b2' });

  const pages = [await inboxOf(south, '?limit=3')];
  for (let next = pages[0]?.next; next != null; next = pages.at(-1)?.next)
    pages.push(await inboxOf(south, `?limit=3&cursor=${next}`));
  expect(pages.flatMap(({ games }) => games)).toEqual(all.games);
  expect((await inboxOf(south, '?group=turn')).games.map(({ row }) => row.id)).toEqual([soon, late]);

  const next = async (gameId: GameId) => {
    const answer = await south.request('inbox:next', { gameId });
    return answer.ok && answer.value.gameId;
  };
  expect([await next(waiting), await next(soon), await next(late)]).toEqual([soon, late, soon]);
  for (const each of [south, north]) each.close();
});

test('a subscriber receives each change of its games, with the board', async () => {
  const [south, north] = await guestsAt(nodes.here, nodes.there);
  // South sits last, so that its node knows of the start before the subscription.
  const id = await north.create(byDays(3), 'north');
  expect(await south.command(id, { type: 'sit', side: null })).toMatchObject({ ok: true });
  const received: unknown[] = [];
  south.socket.on('inbox:changed', (change: unknown) => received.push(change));
  expect(await south.request('inbox:watch', { group: null, limit: 30 })).toMatchObject({
    ok: true,
    value: { games: [{ row: { id } }] },
  });
  await south.command(id, first);
  await north.command(id, { type: 'resign' });
  await expect
    .poll(() => received)
    .toMatchObject([
      { gameId: id, game: { row: { turn: 'north' }, board: { last: 'b2' } }, counts: { turn: 0, waiting: 1 } },
      { gameId: id, game: null, counts: { waiting: 0 } },
    ]);
  for (const each of [south, north]) each.close();
});

test('a game that a player is out of is listed apart, and waits for nothing of that player', async () => {
  const [south, north, east] = await guestsAt(nodes.here, nodes.there, nodes.here);
  const id = await south.create({ ...byDays(3), setup: 'three' }, 'south');
  for (const each of [north, east]) await each.command(id, { type: 'sit', side: null });
  await expect.poll(async () => (await attentionOf(south)).turns).toBe(1);
  await south.command(id, { type: 'resign' });
  await expect.poll(async () => (await inboxOf(south)).counts).toMatchObject({ turn: 0, waiting: 0, out: 1 });
  expect((await inboxOf(south)).games).toMatchObject([{ row: { id, status: 'live' } }]);
  expect((await inboxOf(south, '?group=waiting')).games).toEqual([]);
  expect(await attentionOf(south)).toMatchObject({ turns: 0 });
  expect((await inboxOf(north)).counts).toMatchObject({ out: 0 });

  await north.command(id, { type: 'offer', offer: 'draw' });
  expect(await textOf(south, 'games next')).not.toContain(id);
  expect(await textOf(south, 'games')).toMatch(new RegExp(`${id} .*South ${south.player.name} \\(out, 3rd\\)`));
  expect(await textOf(south, `show ${id}`)).toContain('You are out (3rd).');
  expect(await textOf(east, `show ${id}`)).not.toContain('You are out');
  for (const each of [south, north, east]) each.close();
});

test('a player with 500 games gets the most urgent ones and exact counts', async () => {
  const [south, north] = await guestsAt(nodes.here, nodes.there);
  const id = await started(south, north, byDays(3));
  await copyGame(nodes.databaseUrl, id, 499);
  const page = await inboxOf(south);
  expect(page.games.map(({ row }) => row.turn)).toEqual(Array.from({ length: 30 }, () => 'south'));
  expect(page.counts.turn).toBe(500);
  expect(await attentionOf(north)).toMatchObject({ turns: 0 });
  for (const each of [south, north]) each.close();
});

test('the games of others are not listed', async () => {
  const [south, north, other] = await guestsAt(nodes.here, nodes.there, nodes.here);
  await started(south, north, byDays(3));
  expect(await inboxOf(other)).toMatchObject({ games: [], counts: { turn: 0 } });
  for (const each of [south, north, other]) each.close();
});
