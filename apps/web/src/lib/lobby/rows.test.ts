import { GameId, type GameRow, PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { settingsOf } from '#lib/game-settings/table-options.ts';
import { matchingTables, reservedSide, updateOwnGames } from './rows.ts';

const me = PlayerId.parse('player-me');
const other = { id: PlayerId.parse('player-other'), name: 'Other' };
const time = { kind: 'clock', initialMs: 300_000, incrementMs: 3000 } as const;

const row = (n: number, more: Partial<GameRow> = {}): GameRow => ({
  id: GameId.parse(`game${String(n).padStart(8, '0')}`),
  status: 'open',
  settings: settingsOf('long', time),
  seats: [
    { side: 'south', player: other, reserved: null },
    { side: 'north', player: null, reserved: null },
  ],
  turn: null,
  ply: 1,
  createdAt: n,
  ...more,
});

test('own games are listed until they are over, newest first', () => {
  const seats = [{ side: 'south' as const, player: { id: me, name: 'Me' }, reserved: null }];
  const live = row(1, { status: 'live', seats });
  const own = updateOwnGames(updateOwnGames([], live, me), row(2, { status: 'live', seats }), me);
  expect(own.map(({ createdAt }) => createdAt)).toEqual([2, 1]);
  expect(updateOwnGames(own, { ...live, status: 'over' }, me).map(({ createdAt }) => createdAt)).toEqual([2]);
  expect(updateOwnGames([], row(3, { status: 'live' }), me)).toEqual([]);
});

test('a table with a reserved seat is listed until the player sits down or declines', () => {
  const invited = { id: me, name: 'Me' };
  const invitation = row(1, {
    seats: [
      { side: 'south', player: other, reserved: null },
      { side: 'north', player: null, reserved: invited },
    ],
  });
  const own = updateOwnGames([], invitation, me);
  expect(own.map((each) => reservedSide(each, me))).toEqual(['north']);
  expect(updateOwnGames(own, row(1), me)).toEqual([]);
  expect(updateOwnGames(own, { ...invitation, status: 'closed' }, me)).toEqual([]);
});

test('a matching table has the same setup and time and the wanted seat open; the longest waiting comes first', () => {
  const request = { settings: settingsOf('long', time), side: null } as const;
  const tables = [
    row(3),
    row(2),
    row(4, { settings: settingsOf('short', time) }),
    row(5, { settings: settingsOf('long', null) }),
  ];
  expect(matchingTables(tables, request, me).map(({ createdAt }) => createdAt)).toEqual([2, 3]);
  const byRank = {
    ...request,
    settings: { ...request.settings, rules: { capture: 'rank', sliding: 'standard' } },
  } as const;
  expect(matchingTables(tables, byRank, me)).toEqual([]);
  expect(matchingTables(tables, { ...request, side: 'south' }, me)).toEqual([]);
  expect(matchingTables(tables, { ...request, side: 'north' }, other.id)).toEqual([]);
});
