import { fold, type GameState } from '@terrace/game';
import { computerStrength, DEFAULT_SETTINGS, type LoggedEvent } from '@terrace/protocol';
import { legalMoves, squareName } from '@terrace/rules';
import { expect, test } from 'vitest';
import { LocalGame } from './local-game.svelte.ts';
import { actingSide, type LocalPlayer, lastPerson, startTable } from './local-table.ts';

const NOON = 1_700_000_000_000;

function gameOf(setup: 'long' | 'four', players: readonly LocalPlayer[], ...moves: readonly [string, string][]) {
  const log = startTable({ ...DEFAULT_SETTINGS, setup, time: null }, players, NOON);
  if (!log.ok) throw new Error(log.error.code);
  const game = new LocalGame(log.value, () => NOON);
  for (const [from, to] of moves) game.send({ type: 'move', ply: game.rendered.history.position.ply, from, to });
  return game;
}

const person = (side: LocalPlayer['side']): LocalPlayer => ({ side, name: 'Ann' });
const computer = (side: LocalPlayer['side'], strength: 2 | 3): LocalPlayer => ({ side, name: '', strength });
const stateOf = (log: readonly LoggedEvent[]): GameState => {
  const state = fold(null, log);
  if (state === null) throw new Error('an empty log');
  return state;
};

test('computers of equal strength are separate players, and are restored from the stored log', () => {
  const game = gameOf('four', [person('south'), computer('west', 3), computer('north', 2), computer('east', 3)]);
  const players = stateOf(game.log).seats.flatMap(({ player }) => player ?? []);
  expect(new Set(players.map(({ id }) => id)).size).toBe(4);
  expect(players.map(({ id }) => computerStrength(id))).toEqual([undefined, 3, 2, 3]);
});

test('on a computer’s turn only a single person can act', () => {
  const game = gameOf('long', [person('south'), computer('north', 3)]);
  expect(game.computerToMove).toBeUndefined();
  game.send({ type: 'move', ply: 1, from: 'd2', to: 'd3' });
  expect([game.computerToMove, game.actingSide, lastPerson(game.rendered.state)]).toEqual([3, 'south', 'south']);
  game.send({ type: 'resign' });
  expect(game.rendered.state.result?.winner).toBe('north');

  const four = gameOf('four', [person('south'), computer('west', 2), person('north'), computer('east', 2)]);
  const [first] = legalMoves(four.rendered.history.position);
  if (first === undefined) throw new Error('nothing to play');
  const [from, to] = [squareName(8, first.from), squareName(8, first.to)];
  four.send({ type: 'move', ply: 1, from, to });
  expect([four.computerToMove, actingSide(four.rendered.state)]).toEqual([2, undefined]);
  four.send({ type: 'resign' });
  expect(four.rendered.state.history.position.out).toEqual([]);
});

test('undo returns to a person’s turn, and redo replays the computer’s reply', () => {
  const game = gameOf(
    'long',
    [person('south'), computer('north', 3)],
    ['d2', 'd3'],
    ['e7', 'e6'],
    ['d3', 'd4'],
    ['e6', 'e5'],
  );
  expect(game.rendered.history.position.ply).toBe(5);
  game.undo();
  expect(game.rendered.history.position.ply).toBe(3);
  game.undo();
  expect(game.rendered.history.position.ply).toBe(1);
  expect(game.mayUndo).toBe(false);
  game.redo();
  expect(game.rendered.history.position.ply).toBe(3);
  game.redo();
  expect([game.rendered.history.position.ply, game.mayRedo]).toEqual([5, false]);
});

test('a person cannot undo a computer’s opening move', () => {
  const game = gameOf('long', [computer('south', 3), person('north')], ['d2', 'd3']);
  expect(game.mayUndo).toBe(false);
});
