import { fold } from '@terrace/game';
import { type GameEvent, type LoggedEvent, PlayerId } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { expect, test } from 'vitest';
import { closedReason, headline } from '#lib/game/ending-text.ts';
import { settingsOf, times } from '#lib/game-settings/table-options.ts';
import { rematchOf, rematchText } from './rematch.ts';

const player = (side: Side) => ({ id: PlayerId.parse(`player-${side}`), name: `Name of ${side}` });
const SEATS = ['south', 'north'] as const;

function after(...events: readonly GameEvent[]) {
  const log: GameEvent[] = [
    { type: 'created', settings: settingsOf('long', times['5+3']), host: player('south') },
    ...SEATS.map((side): GameEvent => ({ type: 'seated', side, player: player(side) })),
    { type: 'started' },
    ...events,
  ];
  const logged = log.map((event, n): LoggedEvent => ({ seq: n + 1, at: 1000, event }));
  const state = fold(null, logged);
  if (state === null) throw new Error('no game');
  return { state, newEvents: logged.slice(-1) };
}
const resigned: readonly GameEvent[] = [
  { type: 'out', side: 'north', by: 'resignation' },
  { type: 'ended', result: { winner: 'south', by: 'resignation', places: [['south'], ['north']] } },
];
const offered: GameEvent = { type: 'offered', offer: 'rematch', side: 'south' };
const kindFor = (game: ReturnType<typeof after>, you: Side) => rematchOf(game.state, game.newEvents, you).kind;

test('the headline of a result depends on the reader', () => {
  const { state } = after(...resigned);
  const headlineFor = (you: Side | undefined) => headline({ state, closed: undefined, you, me: undefined });
  expect([headlineFor('south'), headlineFor('north'), headlineFor(undefined)]).toEqual([
    'You won: North resigned',
    'You lost by resigning',
    'South won: North resigned',
  ]);
});

test('a waiting player reads whose first move was missing, and a host that they closed the table themselves', () => {
  const closed = (by: 'no-show' | 'host', you: Side) => {
    const { state } = after({ type: 'closed', by });
    const ended = { state, closed: by, you, me: player(you).id };
    return [headline(ended), closedReason(ended)];
  };
  expect(closed('no-show', 'north')[1]).toBe("Name of south didn't make a first move, so the game doesn't count.");
  expect(closed('no-show', 'south')).toEqual([
    'Game aborted',
    "A player didn't make their first move, so the game doesn't count.",
  ]);
  expect(closed('host', 'south')[0]).toBe('You closed this table');
  expect(closed('host', 'north')[1]).toBe('The host closed it before the game began.');
});

test('a rematch is offered by the player, offered by the opponent, or declined', () => {
  const open = after(...resigned, offered);
  expect([kindFor(after(...resigned), 'south'), kindFor(open, 'south'), kindFor(open, 'north')]).toEqual([
    'none',
    'mine',
    'theirs',
  ]);
  const declined = after(...resigned, offered, { type: 'refused', offer: 'rematch', side: 'north' });
  expect([kindFor(declined, 'south'), kindFor(declined, 'north')]).toEqual(['declined', 'none']);
});

test('a player alone after a game with a clock reads that the opponent has left; in correspondence games presence does not matter', () => {
  const textFor = (game: ReturnType<typeof after>, you: Side | undefined, ...gone: readonly Side[]) => {
    const away = gone.map((side) => ({ side, since: 0, claimableAt: 0 }));
    return rematchText(rematchOf(game.state, [], you), game.state, { watching: 0, names: [], away }, you);
  };
  const over = after(...resigned);
  expect(textFor(over, 'south', 'north')).toBe('North is no longer here.');
  expect(textFor(over, 'south', 'south')).toBeUndefined();
  expect(textFor(over, undefined, 'north')).toBeUndefined();
  expect(textFor(after(...resigned, offered), 'south', 'north')).toBe('Offered, but North is no longer here.');
  const settings = settingsOf('long', times.days);
  expect(textFor({ ...over, state: { ...over.state, settings } }, 'south', 'north')).toBeUndefined();
});
