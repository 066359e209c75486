import type { GameId, Refusal } from '@terrace/protocol';
import { becomeGuest, type Client, connect, guestAt, newCommandId, tableOptions } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { lockTables } from '../store/testing/lock-tables.ts';
import { useTwoNodes } from '../testing/app.ts';
import { createAddressQuota } from './seat-limits.ts';

const limits = { tables: 4, seats: 6, invitations: 3 };

const nodes = useTwoNodes({ addressLimits: limits });

type Guest = Client & Awaited<ReturnType<typeof becomeGuest>> & { readonly url: string };

const guestsFrom = (address: string, count: number): Promise<readonly Guest[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const url = i % 2 === 0 ? nodes.here : nodes.there;
      const guest = await becomeGuest(url);
      return { ...(await connect(url, guest.cookie, { 'x-forwarded-for': address })), ...guest, url };
    }),
  );

const openTables = (count: number): Promise<readonly GameId[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const host = await guestAt(nodes.here);
      const gameId = await host.create({}, 'south');
      host.close();
      return gameId;
    }),
  );

function tally(answers: readonly ({ ok: true } | { ok: false; refusal: Refusal })[]): Record<string, number> {
  const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.refusal.code));
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]));
}

const sit = { type: 'sit', side: null } as const;
const resign = { type: 'resign' } as const;
const rematch = { type: 'offer', offer: 'rematch' } as const;
const closeAll = (clients: readonly Client[]) => {
  for (const { close } of clients) close();
};

test('guests behind one address who open tables at once on two nodes get as many as an address may have', async () => {
  const guests = await guestsFrom('203.0.113.1', 6);
  const asked = await Promise.all(
    [...guests, ...guests].map((guest) => guest.request('game:create', tableOptions({}, 'south'))),
  );
  expect(tally(asked)).toEqual({ ok: limits.tables, 'too-many-from-address': 12 - limits.tables });
  const [refused] = asked.flatMap((answer) => (answer.ok ? [] : [answer.refusal]));
  expect(refused).toMatchObject({ what: 'tables', most: limits.tables });

  const others = await guestsFrom('203.0.113.2', 1);
  await others[0]?.create({}, 'south');

  const opened = asked.findIndex(({ ok }) => ok);
  const [host, table] = [guests[opened % guests.length], asked[opened]];
  if (!table?.ok) throw new Error('no table was opened');
  expect(await host?.command(table.value.gameId, { type: 'leave' })).toMatchObject({ ok: true });
  const again = await Promise.all(guests.map((guest) => guest.request('game:create', tableOptions({}, 'south'))));
  expect(tally(again)).toEqual({ ok: 1, 'too-many-from-address': 5 });
  closeAll([...guests, ...others]);
});

test('guests behind one address take as many seats as an address may have, over socket, HTTP and text', async () => {
  const guests = await guestsFrom('2001:db8:0:1::a', 3);
  const neighbours = await guestsFrom('2001:db8:0:1::b', 7); // of the same /64
  const tables = await openTables(10);
  const from = ({ cookie }: Guest) => ({ cookie, 'x-forwarded-for': '2001:db8:0:1::c' });
  const bySocket = Promise.all(neighbours.slice(1).map((guest, i) => guest.command(tables[i + 3] as GameId, sit)));
  const byHttp = Promise.all(
    guests.slice(0, 2).map(async (guest, i) => {
      const body = JSON.stringify({ commandId: newCommandId(), command: sit });
      const headers = { ...from(guest), 'content-type': 'application/json' };
      return fetch(`${guest.url}/api/games/${tables[i]}/commands`, { method: 'POST', headers, body });
    }),
  );
  const byText = Promise.all(
    guests.slice(2).map((guest) => {
      const headers = { ...from(guest), 'content-type': 'text/plain' };
      return fetch(`${guest.url}/api/command`, { method: 'POST', headers, body: `accept ${tables[2]}` });
    }),
  );
  const http = [...(await byHttp), ...(await byText)].map(({ status }) => status);
  const done = [...(await bySocket).filter(({ ok }) => ok), ...http.filter((status) => status === 200)];
  expect(done).toHaveLength(limits.seats);
  expect(http.filter((status) => ![200, 429].includes(status))).toEqual([]);
  const last = neighbours[0] as Guest;
  expect(await last.command(tables[9] as GameId, sit)).toMatchObject({
    refusal: { code: 'too-many-from-address', name: last.player.name, what: 'seats' },
  });
  closeAll([...guests, ...neighbours]);
});

test('guests behind one address reserve as many seats as an address may have', async () => {
  const guests = await guestsFrom('203.0.113.3', 4);
  const invited = await guestAt(nodes.here);
  const reserved = [{ side: 'north', name: invited.player.name }] as const;
  const options = () => tableOptions({}, 'south', { reserved: [...reserved] });
  const asked = await Promise.all(guests.map((guest) => guest.request('game:create', options())));
  expect(tally(asked)).toEqual({ ok: limits.invitations, 'too-many-from-address': 1 });
  expect(asked.find(({ ok }) => !ok)).toMatchObject({ refusal: { what: 'invitations' } });
  closeAll([invited, ...guests]);
});

test('the seats of a rematch count for the address of the last player to agree, and finished games no longer count', async () => {
  const [south, north, ...others] = await guestsFrom('203.0.113.4', 8);
  if (south === undefined || north === undefined) throw new Error('too few guests');
  const gameId = await south.create({}, 'south');
  await north.command(gameId, sit);
  await playOneRound(gameId, south, north);
  expect(await south.command(gameId, resign)).toMatchObject({ ok: true });
  const tables = await openTables(5);
  for (const [i, table] of tables.entries()) {
    expect(await others[i]?.command(table, sit)).toMatchObject({ ok: true });
  }
  expect(await south.command(gameId, rematch)).toMatchObject({ ok: true });
  expect(await north.command(gameId, rematch)).toMatchObject({ refusal: { code: 'too-many-from-address' } });

  expect(await others[0]?.command(tables[0] as GameId, resign)).toMatchObject({ ok: true });
  expect(await north.command(gameId, rematch)).toMatchObject({ ok: true });
  expect(await others[5]?.command((await openTables(1))[0] as GameId, sit)).toMatchObject({
    refusal: { code: 'too-many-from-address' },
  });
  closeAll([south, north, ...others]);
});

test('a seeker behind an address at its limit leaves the pool, and the others are paired', async () => {
  const full = await guestsFrom('203.0.113.5', 7);
  const tables = await openTables(6);
  for (const [i, table] of tables.entries()) await full[i]?.command(table, sit);
  const [seeker] = full.slice(6);
  const time = { kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const;
  const seek = { setup: 'short', time, rated: false } as const;
  expect(await seeker?.request('pairing:join', seek)).toMatchObject({ ok: true });
  const url = seeker?.url ?? '';
  const two = [await guestAt(url), await guestAt(url)] as const;
  const paired = two.map(({ socket }) => new Promise((resolve) => socket.once('pairing:paired', resolve)));
  for (const each of two) await each.request('pairing:join', seek);
  const games = await Promise.all(paired);
  expect(games[0]).toEqual(games[1]);
  closeAll([...full, ...two]);
});

test('seat requests from one address fill only part of the queue, and the rest are rejected as busy', async () => {
  const address = '203.0.113.8';
  const guests = (await guestsFrom(address, 8)).filter(({ url }) => url === nodes.here);
  const lock = await lockTables(nodes.databaseUrl, 'seat_address');
  let refused = 0;
  const asked = Array.from({ length: 132 }, async (_, i) => {
    const { url = '', cookie = '' } = guests[i % guests.length] ?? {};
    const headers = { cookie, 'x-forwarded-for': address, 'content-type': 'application/json' };
    const { status } = await fetch(`${url}/api/games`, { method: 'POST', headers, body: '{}' });
    if (status === 503) refused += 1;
    return status;
  });
  await expect.poll(() => refused).toBeGreaterThanOrEqual(32);
  await lock.release();
  const done = await Promise.all(asked);
  expect(done.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  expect(done.filter((status) => status === 200)).toHaveLength(limits.tables);
  closeAll(guests);
});

test('no address is stored, and keys of finished games are deleted with the next seat from the same address', async () => {
  const [south, north] = await guestsFrom('203.0.113.6', 2);
  if (south === undefined || north === undefined) throw new Error('too few guests');
  const { prisma } = nodes.database;
  const gameId = await south.create({}, 'south');
  await north.command(gameId, sit);
  const rows = await prisma.seatAddress.findMany({ where: { gameId } });
  expect(rows.map(({ addressKey }) => addressKey)).toEqual([rows[0]?.addressKey, rows[0]?.addressKey]);
  expect(JSON.stringify(rows)).not.toContain('203.0.113');
  await south.command(gameId, resign);
  await north.create({}, 'south');
  expect(await prisma.seatAddress.count({ where: { gameId } })).toBe(0);
  closeAll([south, north]);
});

test('loopback addresses are not counted, and a key reveals nothing without the secret', () => {
  const [one, other] = [createAddressQuota('one'), createAddressQuota('other')];
  expect(['127.0.0.1', '127.9.9.9', '::/64'].map(one.keyOf)).toEqual([undefined, undefined, undefined]);
  expect(one.keyOf('203.0.113.1')).toMatch(/^[\w-]{22}$/);
  expect(one.keyOf('203.0.113.1')).not.toBe(other.keyOf('203.0.113.1'));
  expect(one.keyOf('203.0.113.1')).not.toBe(one.keyOf('203.0.113.2'));
});

/** With one move each, a resignation ends the game; before that it aborts it. */
async function playOneRound(gameId: GameId, south: Client, north: Client): Promise<void> {
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await north.command(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
}
