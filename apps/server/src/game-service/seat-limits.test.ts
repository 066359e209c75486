import { DAY_MS, DEFAULT_SETTINGS, type GameId, type Refusal, type Settings } from '@terrace/protocol';
import { becomeGuest, type Client, connect, guestAt, tableOptions } from '@terrace/testing/client';
import { memberAt } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useTwoNodes } from '../testing/app.ts';
import { fillSeats } from '../testing/seats.ts';
import {
  exceededLimit,
  MAX_INVITATIONS,
  MAX_SEATS,
  MAX_SEATS_WITHOUT_CLOCK,
  MAX_SLOW_TABLES,
  MAX_TABLES,
} from './seat-limits.ts';

const nodes = useTwoNodes();
const urls = (): string[] => [nodes.here, nodes.there];

async function everywhere(cookie: string): Promise<readonly Client[]> {
  return Promise.all([...urls(), ...urls(), ...urls()].map((url) => connect(url, cookie)));
}

function tally(answers: readonly ({ ok: true } | { ok: false; refusal: Refusal })[]): Record<string, number> {
  const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.refusal.code));
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]));
}

test('a host who opens thirty tables at once on two nodes gets the five that are allowed', async () => {
  const { cookie } = await becomeGuest(urls()[0] ?? '');
  const clients = await everywhere(cookie);
  const asked = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      clients[i % clients.length]?.request('game:create', tableOptions({}, 'south')),
    ),
  );
  expect(tally(asked.flatMap((each) => each ?? []))).toEqual({ ok: MAX_TABLES, 'too-many-tables': 30 - MAX_TABLES });
  for (const { close } of clients) close();
});

test('a guest has three open tables by days or without a clock, a member ten, besides those with a clock', async () => {
  const [url = ''] = urls();
  const guest = await guestAt(url);
  const member = await memberAt(url);
  const open = (host: Client, tables: number, time: Settings['time']) =>
    Promise.all(Array.from({ length: tables }, () => host.request('game:create', tableOptions({ time }, 'south'))));
  const days = { kind: 'days', perMoveMs: 3 * DAY_MS } as const;
  expect(tally(await open(guest, 2, days))).toEqual({ ok: 2 });
  expect(tally(await open(guest, 4, null))).toEqual({ ok: MAX_SLOW_TABLES.guest - 2, 'too-many-tables': 3 });
  expect(tally(await open(guest, 6, DEFAULT_SETTINGS.time))).toEqual({ ok: MAX_TABLES, 'too-many-tables': 1 });
  expect(tally(await open(member, 12, days))).toEqual({ ok: MAX_SLOW_TABLES.member, 'too-many-tables': 2 });
  for (const { close } of [guest, member]) close();
});

test('a player who sits down in many games at once gets as many seats as the limit, and fewer without a clock', async () => {
  const [url = ''] = urls();
  const guest = await becomeGuest(url);
  await fillSeats(nodes.databaseUrl, guest.player, MAX_SEATS_WITHOUT_CLOCK - 3, { time: null, as: 'player' });
  const tables = await openTables(url, 8, null);
  const clients = await everywhere(guest.cookie);
  const sat = await Promise.all(
    tables.map((gameId, i) => clients[i % clients.length]?.command(gameId, { type: 'sit', side: null })),
  );
  expect(tally(sat.flatMap((each) => each ?? []))).toEqual({ ok: 3, 'too-many-seats': 5 });

  const { time } = DEFAULT_SETTINGS;
  await fillSeats(nodes.databaseUrl, guest.player, MAX_SEATS - MAX_SEATS_WITHOUT_CLOCK - 2, { time, as: 'player' });
  const more = await openTables(url, 4, time);
  const again = await Promise.all(
    more.map((gameId, i) => clients[i % clients.length]?.command(gameId, { type: 'sit', side: null })),
  );
  expect(tally(again.flatMap((each) => each ?? []))).toEqual({ ok: 2, 'too-many-seats': 2 });
  for (const { close } of clients) close();
});

test('a game that a player is out of does not count for the limit of seats', async () => {
  const [url = ''] = urls();
  const [guest, second, third] = await Promise.all([guestAt(url), guestAt(url), guestAt(url)]);
  const { time } = DEFAULT_SETTINGS;
  await fillSeats(nodes.databaseUrl, guest.player, MAX_SEATS - 1, { time, as: 'player' });
  const others = await second.create({ setup: 'three', time }, 'south');
  for (const each of [guest, third]) {
    expect(await each.command(others, { type: 'sit', side: null })).toMatchObject({ ok: true });
  }
  const [table] = await openTables(url, 1, time);
  if (table === undefined) throw new Error('there is no table');
  expect(await guest.command(table, { type: 'sit', side: null })).toMatchObject({
    refusal: { code: 'too-many-seats' },
  });
  expect(await guest.command(others, { type: 'resign' })).toMatchObject({ ok: true });
  expect(await guest.command(table, { type: 'sit', side: null })).toMatchObject({ ok: true });
  for (const { close } of [guest, second, third]) close();
});

test('ten guests who invite one player forty times at once reach the limit of invitations per player', async () => {
  const [first = '', second = ''] = urls();
  const invited = await guestAt(first);
  const hosts = await Promise.all(Array.from({ length: 10 }, (_, i) => guestAt(i % 2 === 0 ? first : second)));
  const reserved = [{ side: 'north', name: invited.player.name }] as const;
  const asked = await Promise.all(
    hosts.flatMap((host) =>
      Array.from({ length: 4 }, () =>
        host.request('game:create', tableOptions({}, 'south', { reserved: [...reserved] })),
      ),
    ),
  );
  expect(tally(asked)).toEqual({ ok: MAX_INVITATIONS, 'invited-enough': 40 - MAX_INVITATIONS });
  for (const { close } of [invited, ...hosts]) close();
});

test('a repeated request for a table opens one table, also at the limit', async () => {
  const host = await guestAt(urls()[0] ?? '');
  const options = Array.from({ length: MAX_TABLES }, () => tableOptions({}, 'south'));
  for (const each of options) expect(await host.request('game:create', each)).toMatchObject({ ok: true });
  for (const each of options) expect(await host.request('game:create', each)).toMatchObject({ ok: true });
  host.close();
});

test('computers have no limit of seats', () => {
  const none = { opens: null, seats: [], invited: [], withoutClock: true, slow: true, withComputer: true };
  expect(exceededLimit({ ...none, addresses: new Map() }, [])).toBeUndefined();
});

async function openTables(url: string, tables: number, time: typeof DEFAULT_SETTINGS.time): Promise<readonly GameId[]> {
  return Promise.all(
    Array.from({ length: tables }, async () => {
      const host = await guestAt(url);
      const gameId = await host.create({ time, seen: 'link' }, 'south');
      host.close();
      return gameId;
    }),
  );
}
