import { isDeepStrictEqual } from 'node:util';
import {
  broadcasts,
  changeFeatured,
  changeLobby,
  type FeaturedGames,
  type GameId,
  type LobbyChange,
  type LobbyView,
  PlayerLobby,
} from '@terrace/protocol';
import { type Client, guestAt } from '@terrace/testing/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';

type Guest = Awaited<ReturnType<typeof guestAt>>;

const app = useTestApp();

const STEP_MS = 5_000;

const guests = (count: number) => Promise.all(Array.from({ length: count }, () => guestAt(app.url)));

const whole = async (): Promise<LobbyView> =>
  PlayerLobby.parse(await (await fetch(`${app.url}/api/lobby`)).json()).view;

/** A client in the lobby with all received messages; `deaf` makes it drop them. */
async function inLobby(client: Client) {
  const kept: { view: LobbyView; changes: LobbyChange[]; gaps: number; deaf: boolean } = {
    view: await whole(),
    changes: [],
    gaps: 0,
    deaf: false,
  };
  const early: LobbyChange[] = [];
  let receive = (change: LobbyChange): unknown => early.push(change);
  client.socket.on('lobby:changed', (message: unknown) => {
    if (!kept.deaf) receive(broadcasts['lobby:changed'].parse(message));
  });
  const answer = await client.request('lobby:watch', { known: null });
  if (!answer.ok || answer.value.catchUp.kind !== 'view') throw new Error('no lobby');
  kept.view = answer.value.catchUp.view;
  receive = (change) => {
    kept.changes.push(change);
    const next = changeLobby(kept.view, change);
    if (next === undefined) kept.gaps += 1;
    else kept.view = next;
  };
  // A change in the same packet as the reply is received before this function continues.
  for (const change of early) if (change.version > kept.view.version) receive(change);
  return kept;
}

const shown = ({ tables, featured, seekers, tableCount }: LobbyView) => ({ tables, tableCount, featured, seekers });

test('applying all changes to the first view yields exactly a new client’s view', {
  timeout: 60_000,
}, async () => {
  const people = await guests(6);
  const [watcher] = await guests(1);
  if (watcher === undefined) throw new Error('no client');
  const lobby = await inLobby(watcher);
  const ids: GameId[] = [];
  const doing = fc.record({
    who: fc.integer({ min: 0, max: 5 }),
    which: fc.nat(),
    what: fc.constantFrom('open', 'open', 'sit', 'sit', 'leave', 'resign', 'move', 'link', 'seek', 'rest'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { minLength: 5, maxLength: 25 }), async (doings) => {
      for (const { who, which, what } of doings) {
        const guest = people[who] as Guest;
        const id = ids[which % Math.max(1, ids.length)];
        if (what === 'open' || what === 'link') {
          const setup = which % 3 === 0 ? 'three' : 'short';
          const wish = { setup, seen: what === 'link' ? 'link' : 'public' } as const;
          ids.push(await guest.create(wish, 'south').catch(() => ids[0] as GameId));
        } else if (what === 'seek') await guest.request('pairing:join', { setup: 'four', time: null, rated: false });
        else if (what === 'rest') await guest.request('pairing:leave', {});
        else if (id === undefined) continue;
        else if (what === 'sit') await guest.command(id, { type: 'sit', side: null });
        else if (what === 'move') await guest.command(id, { type: 'move', ply: 1, from: 'c1', to: 'c2' });
        else await guest.command(id, { type: what });
      }
      const isSame = async () => isDeepStrictEqual(shown(lobby.view), shown(await whole()));
      await expect.poll(isSame).toBe(true);
      expect(lobby.gaps).toBe(0);
    }),
    { numRuns: 8, endOnFailure: true },
  );
  expect(lobby.changes.map(({ version }) => version)).toEqual(
    lobby.changes.map((_, i) => (lobby.changes[0]?.version ?? 0) + i),
  );
  for (const each of [...people, watcher]) each.close();
});

test('a client that missed changes receives them, or the complete view if it missed too many', async () => {
  const [host, watcher] = (await guests(2)) as [Guest, Guest];
  const lobby = await inLobby(watcher);
  lobby.deaf = true;
  const { node, version } = lobby.view;
  const id = await host.create({}, 'south');
  await expect.poll(async () => (await whole()).version).toBeGreaterThan(version);
  lobby.deaf = false;
  await host.command(id, { type: 'leave' });
  await expect.poll(() => lobby.gaps).toBeGreaterThan(0);
  const caughtUp = async () => {
    const caught = await watcher.request('lobby:watch', { known: { node, version } });
    if (!caught.ok || caught.value.catchUp.kind !== 'changes') throw new Error('the changes were dropped');
    return caught.value.catchUp.changes.reduce((view, change) => changeLobby(view, change) ?? view, lobby.view);
  };
  const isSame = async () => isDeepStrictEqual(shown(await caughtUp()), shown(await whole()));
  await expect.poll(isSame).toBe(true);
  for (const known of [null, { node: 'another', version }, { node, version: version + 1_000 }]) {
    expect(await watcher.request('lobby:watch', { known })).toMatchObject({ value: { catchUp: { kind: 'view' } } });
  }
  host.close();
  watcher.close();
});

test('a long list is paged, and after changes the loaded part is still its beginning', async () => {
  const hosts = await guests(13);
  const rows = await Promise.all(hosts.flatMap((host) => Array.from({ length: 5 }, () => host.create({}, 'south'))));
  const [watcher] = (await guests(1)) as [Guest];
  const lobby = await inLobby(watcher);
  expect(lobby.view.tables).toHaveLength(50);
  expect(lobby.view.tableCount).toBeGreaterThanOrEqual(rows.length);
  const { floor } = lobby.view;
  if (floor === null) throw new Error('the list has no further page');
  await hosts[0]?.command(rows[0] as GameId, { type: 'leave' });
  await hosts[12]?.command(rows.at(-1) as GameId, { type: 'leave' });
  const newest = (await hosts[0]?.create({}, 'south')) as GameId;
  await expect.poll(() => lobby.view.tables[0]?.id).toBe(newest);
  const more = await watcher.request('lobby:more', { below: floor });
  const older = more.ok ? more.value.tables : [];
  expect(new Set([...lobby.view.tables, ...older].map(({ id }) => id)).size).toBe(lobby.view.tableCount);
  expect(more).toMatchObject({ value: { floor: null } });
  for (const each of [...hosts, watcher]) each.close();
});

test('featured games are updated after moves, and include only games of their kind', async () => {
  const [south, north, watcher] = (await guests(3)) as [Guest, Guest, Guest];
  let featured: FeaturedGames | undefined;
  const filter = { seats: 2, speed: 'blitz' } as const;
  watcher.socket.on('featured:changed', (message: unknown) => {
    const changed = broadcasts['featured:changed'].parse(message);
    expect(changed.filter).toEqual(filter);
    featured = featured && changeFeatured(featured, changed.featured);
  });
  const first = await watcher.request('featured:watch', { filter });
  featured = first.ok ? first.value.featured : undefined;
  const begin = async (change: Parameters<Guest['create']>[0]) => {
    const id = await south.create(change, 'south');
    await north.command(id, { type: 'sit', side: null });
    return id;
  };
  const id = await begin({});
  const slow = await begin({ time: { kind: 'days', perMoveMs: 86_400_000 } });
  const hidden = await begin({ seen: 'link' });
  await expect.poll(() => featured?.games.some((game) => game.id === id)).toBe(true);
  await south.command(id, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await expect.poll(() => featured?.games.find((game) => game.id === id)?.board).toMatchObject({ last: 'd3' });
  expect(featured?.games.map((game) => game.id)).not.toContain(slow);
  expect(featured?.games.map((game) => game.id)).not.toContain(hidden);
  await north.command(id, { type: 'resign' });
  await expect.poll(() => featured?.games.some((game) => game.id === id)).toBe(false);
  for (const each of [south, north, watcher]) each.close();
});

test('an invited player receives the invitation on any page, and again when it ends', async () => {
  const [host, invited] = (await guests(2)) as [Guest, Guest];
  await expect
    .poll(async () => invited.request('online:list', { search: invited.player.name }))
    .toMatchObject({
      value: { players: [{ player: invited.player, playing: false }] },
    });
  const received: unknown[] = [];
  invited.socket.on('invitation:changed', ({ row }) => received.push(row));
  const reserved = [{ side: 'north' as const, name: invited.player.name }];
  const id = await host.create({}, 'south', { reserved });
  await expect.poll(() => received).toMatchObject([{ id, seats: [{}, { side: 'north', reserved: invited.player }] }]);
  expect(await invited.request('invitations:list', {})).toMatchObject({ value: { rows: [{ id }] } });
  app.time.jump(10 * 60_000);
  await expect
    .poll(app.time.advancing(STEP_MS, () => received[1]))
    .toMatchObject({ id, status: 'open', seats: [{}, { reserved: null }] });
  expect(await invited.request('invitations:list', {})).toMatchObject({ value: { rows: [] } });
  host.close();
  invited.close();
});

test('an open table closes after its host is absent for three minutes, but not while another tab is connected', async () => {
  const [host, other, watcher] = (await guests(3)) as [Guest, Guest, Guest];
  const lobby = await inLobby(watcher);
  const left = await host.create({}, 'south');
  const kept = await other.create({}, 'south');
  await expect.poll(() => lobby.view.tables.filter(({ id }) => id === left || id === kept)).toHaveLength(2);
  host.close();
  await expect
    .poll(async () => await watcher.request('online:list', { search: host.player.name }))
    .toMatchObject({
      value: { players: [] },
    });
  app.time.advance(3 * 60_000 + 1);
  await expect.poll(() => lobby.view.tables.some(({ id }) => id === left)).toBe(false);
  expect(lobby.view.tables.some(({ id }) => id === kept)).toBe(true);
  other.close();
  watcher.close();
});
