import { DEFAULT_SETTINGS, type GameResult, GameRow, LoggedEvent, type PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { player } from '../../testing/games.ts';
import { isOutdated, notificationsFor } from './notifications.ts';

const [ann, ben, cleo] = [player('ann'), player('ben'), player('cleo')];
const result: GameResult = { winner: 'south', by: 'time', places: [['south'], ['north']] };

const game = (change: Partial<GameRow>) =>
  GameRow.parse({
    id: 'abcdefghijkl',
    status: 'live',
    settings: DEFAULT_SETTINGS,
    seats: [
      { side: 'south', player: ann, reserved: null },
      { side: 'north', player: ben, reserved: null },
    ],
    turn: 'south',
    ply: 1,
    createdAt: 0,
    ...change,
  });
const known = (change: Partial<GameRow>, ended: GameResult | null = null) => ({ row: game(change), result: ended });
const invited = {
  seats: [
    { side: 'south', player: ann, reserved: null } as const,
    { side: 'north', player: null, reserved: ben } as const,
  ],
};
const typesFor = (
  me: PlayerId,
  ...given: [Parameters<typeof notificationsFor>[1], Parameters<typeof notificationsFor>[2]]
) => notificationsFor(me, ...given).map(({ type }) => type);

test('an invitation is reported once, then the start and each of the player’s turns', () => {
  const open = known({ status: 'open', turn: null, ...invited });
  expect(typesFor(ben.id, undefined, open)).toEqual(['invited']);
  expect(typesFor(ben.id, open, open)).toEqual([]);
  expect(typesFor(ann.id, undefined, open)).toEqual([]);
  expect(typesFor(ann.id, open, known({}))).toEqual(['started', 'turn']);
  expect(typesFor(ben.id, open, known({}))).toEqual(['started']);
  expect(typesFor(ben.id, known({}), known({ turn: 'north', ply: 2 }))).toEqual(['turn']);
  expect(typesFor(ann.id, known({}), known({ turn: 'north', ply: 2 }))).toEqual([]);
});

test('a game that is new to the stream is reported only if it waits for the player', () => {
  expect(typesFor(ann.id, undefined, known({}))).toEqual(['turn']);
  expect(typesFor(ben.id, undefined, known({}))).toEqual([]);
});

test('the end of a game is reported once, and other players’ games never', () => {
  const over = known({ status: 'over', turn: null }, result);
  expect(notificationsFor(ann.id, known({}), over)).toEqual([
    { type: 'ended', gameId: over.row.id, side: 'south', result },
  ]);
  expect(typesFor(ann.id, over, over)).toEqual([]);
  expect(typesFor(cleo.id, known({}), over)).toEqual([]);
});

test('a commit of an earlier ply is outdated, unless it undoes a move', () => {
  const event = (event: LoggedEvent['event']): LoggedEvent[] => [
    LoggedEvent.parse({ seq: 4, at: 0, by: ann.id, event }),
  ];
  const undone = event({ type: 'undone', ply: 1 });
  const started = event({ type: 'started' });
  expect(isOutdated(known({ ply: 2 }), known({ ply: 1 }), started)).toBe(true);
  expect(isOutdated(known({ ply: 2 }), known({ ply: 1 }), undone)).toBe(false);
  expect(isOutdated(known({ ply: 1 }), known({ ply: 1 }), started)).toBe(false);
  expect(isOutdated(undefined, known({ ply: 1 }), started)).toBe(false);
});
