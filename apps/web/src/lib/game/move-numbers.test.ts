import type { MadeMove } from '@terrace/game';
import { DEFAULT_SETTINGS, LiveGame, LoggedEvent } from '@terrace/protocol';
import {
  formatPosition,
  formatRecord,
  type History,
  legalMoves,
  momentsOf,
  playOn,
  recordEvents,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { expect, test } from 'vitest';
import { chatLines } from '#lib/chat/room.ts';
import { liveFacts } from '#lib/lobby/live-text.ts';
import { playedMoves, rounds } from './played-moves.ts';

/** Four seats, thirteen moves: the fourteenth is West's. */
const start = startHistory(startPosition('four'));
let game: History = start;
for (let n = 0; n < 13; n += 1) {
  const move = legalMoves(game.position)[n];
  const next = move && playOn(game, move);
  if (!next?.ok) throw new Error('a legal move was refused');
  game = next.value;
}
const made: MadeMove[] = momentsOf(game)
  .slice(1)
  .map((after) => ({ after, undone: false }));
const moves = playedMoves(made, game);

test('a move has the same number in the list, the chat, the lobby and the game record', () => {
  expect(rounds(moves, game.position.seats).map(({ number }) => number)).toEqual([1, 5, 9, 13]);
  expect(moves.map(({ ply }) => ply)).toEqual(moves.map((_, n) => n + 1));

  const events = recordEvents(game);
  const record = {
    headers: {},
    setup: 'four' as const,
    start: start.position,
    comments: [],
    result: 'unfinished' as const,
  };
  const last = formatRecord({ ...record, events })
    .split('\n')
    .at(-3);
  expect(last).toMatch(/^13\. /);

  // After a takeback of move 13, the chat uses the same number.
  const undone = LoggedEvent.parse({ seq: 30, at: 10, event: { type: 'undone', ply: 13 } });
  expect(chatLines([], [undone], 20)).toMatchObject([{ text: 'Back to the position before move 13.' }]);

  // The lobby shows the number of the next move.
  const live = LiveGame.parse({
    id: 'abcdefghijkl',
    settings: { ...DEFAULT_SETTINGS, setup: 'four', time: null },
    seats: game.position.seats.map((side) => ({ side, player: { id: `player-${side}`, name: side } })),
    createdAt: 0,
    board: {
      id: 'abcdefghijkl',
      position: formatPosition(game.position),
      last: moves.at(-1)?.toName ?? null,
      clock: null,
      watching: 0,
    },
  });
  expect(liveFacts(live, game.position.ply)).toContain('move 14');
});
