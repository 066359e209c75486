import { type Move, pieceAt, startPosition } from '@terrace/rules';
import { at } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import {
  choose,
  isQueued,
  type MoveDraft,
  planQueue,
  type QueuedMove,
  skipToOwnTurn,
  startDraft,
} from './queue-plan.ts';

const start = startPosition('long');
const move = (from: string, to: string): Move => ({ from: at(from), to: at(to) });
const queued = (from: string, to: string, after: QueuedMove['after'] = null): QueuedMove => ({ from, to, after });

function onBoard(made: MoveDraft | QueuedMove | undefined): MoveDraft {
  if (made === undefined || isQueued(made)) throw new Error('still on the planning board');
  return made;
}

test('a reply waits for the move chosen before it', () => {
  const draft = startDraft(planQueue(start, 'north', []));
  const answered = onBoard(choose(draft, 'north', move('d2', 'd3')));
  expect(answered.board.turn).toBe('north');
  expect(choose(answered, 'north', move('e7', 'e6'))).toEqual(queued('e7', 'e6', { from: 'd2', to: 'd3' }));
});

test('a move after "any move" waits for no particular move', () => {
  const mine = onBoard(skipToOwnTurn(startDraft(planQueue(start, 'north', [])), 'north'));
  expect(mine.board.turn).toBe('north');
  expect(choose(mine, 'north', move('e7', 'e6'))).toEqual(queued('e7', 'e6'));
});

test('a queue is written in official notation, and planning continues at its end', () => {
  const plan = planQueue(start, 'north', [queued('e7', 'e6', { from: 'd2', to: 'd3' }), queued('e6', 'e7')]);
  expect(plan).toMatchObject({ moves: [{ after: 'c-d2-d3', text: 'C-e7-e6' }, { text: 'C-e6-e7' }], unfit: 0 });
  expect(pieceAt(plan.end, at('e7'))).toMatchObject({ side: 'north' });
  expect(plan.end.turn).toBe('south');
});

test('queued moves that are no longer legal are counted but not shown', () => {
  expect(planQueue(start, 'north', [queued('e7', 'e6'), queued('a1', 'h8'), queued('e6', 'e7')])).toMatchObject({
    moves: [{ text: 'C-e7-e6' }],
    unfit: 2,
  });
  expect(planQueue(start, 'north', [queued('e7', 'e6', { from: 'd7', to: 'd6' })])).toMatchObject({
    moves: [],
    unfit: 1,
  });
});

test("with four seats, a reply waits for the last move before the player's own", () => {
  const four = startPosition('four');
  const draft = startDraft(planQueue(four, 'north', []));
  const afterSouth = onBoard(choose(draft, 'north', move('d1', 'd2')));
  expect(afterSouth.board.turn).toBe('west');
  const afterWest = onBoard(choose(afterSouth, 'north', move('a4', 'b4')));
  expect(afterWest).toMatchObject({ after: { from: 'a4', to: 'b4' }, board: { turn: 'north' } });
});
