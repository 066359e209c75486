import { DEFAULT_SETTINGS, type GameRow, gamesOfSeek, PlayerId, type Seek, type SeekerRow } from '@terrace/protocol';
import { SETUPS } from '@terrace/rules';
import { expect, test } from 'vitest';
import { settingsOf, times } from '#lib/game-settings/table-options.ts';
import { countSeekers, WIDTHS, waitingRows, widenSeek, widthOf } from './seekers.ts';

const player = (name: string) => ({ id: PlayerId.parse(`player-${name}`), name });
const me = player('me');
const seek = (setup: Seek['setup'], time: Seek['time'] = times['10+5']): Seek => ({ setup, time, rated: false });
const seeker = (name: string, what: Seek, since = 1): SeekerRow => ({ player: player(name), seek: what, since });
const table = (name: string, setup: Seek['setup'], createdAt: number): GameRow => ({
  id: `table0000${name.slice(0, 3).padEnd(3, 'x')}` as GameRow['id'],
  status: 'open',
  settings: { ...DEFAULT_SETTINGS, setup, time: times['10+5'] },
  seats: SETUPS[setup].seats.map((side, n) => ({ side, player: n === 0 ? player(name) : null, reserved: null })),
  turn: null,
  ply: 1,
  createdAt,
});
const chosen = settingsOf('long', times['10+5']);

const names = (seekers: SeekerRow[], tables: GameRow[] = []) =>
  waitingRows({ seekers, tables }, chosen, me.id).map((row) =>
    row.kind === 'table'
      ? `table of ${row.table.seats[0]?.player?.name}`
      : row.seekers.map(({ player: { name } }) => name).join(' and '),
  );

test('the own search comes first, then matching rows, then games with as many seats, then all others', () => {
  const seekers = [
    seeker('many', seek('four')),
    seeker('quick', seek('long', times['3+2'])),
    seeker('wide', widenSeek(seek('short', times['3+2']), 'seats')),
    seeker('me', seek('three')),
  ];
  expect(names(seekers, [table('ann', 'long', 1), table('ben', 'short', 2), table('cleo', 'three6', 3)])).toEqual([
    'me',
    'wide',
    'table of ann',
    'quick',
    'table of ben',
    'many',
    'table of cleo',
  ]);
});

test('players who seek the same game for three share a row; players who seek a game for two do not', () => {
  const seekers = [
    ...['a', 'b'].map((name) => seeker(name, seek('three'))),
    ...['c', 'd'].map((name) => seeker(name, seek('medium'))),
  ];
  expect(names(seekers)).toEqual(['c', 'd', 'a and b']);
  const own = waitingRows({ seekers: [...seekers, seeker('me', seek('three'))], tables: [] }, chosen, me.id)[0];
  expect(own).toMatchObject({ kind: 'seek', own: true, seekers: [{}, {}, { player: me }] });
});

test('a wider search takes any clock or any setup with as many seats, and counts for each of these games', () => {
  for (const setup of ['long', 'three6'] as const) {
    for (const width of WIDTHS) expect(widthOf(widenSeek(seek(setup), width))).toBe(width);
    const games = gamesOfSeek(widenSeek(seek(setup), 'seats'));
    expect(new Set(games.map((game) => SETUPS[game.setup].players))).toEqual(new Set([SETUPS[setup].players]));
    expect(gamesOfSeek(widenSeek(seek(setup), 'clock')).map((game) => game.setup)).toEqual([setup, setup, setup]);
  }
  const seekers = [seeker('wide', widenSeek(seek('short'), 'seats')), seeker('me', seek('long'))];
  expect(countSeekers({ seekers }, seek('long6', times['3+2']), me.id)).toBe(1);
  expect(countSeekers({ seekers }, seek('long'), me.id)).toBe(1);
  expect(countSeekers({ seekers }, seek('four'), me.id)).toBe(0);
});
