import { ChatMessage, LoggedEvent } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { charactersLeft, chatLines, mergeMessages, readableRooms } from './room.ts';

const message = (id: number, at = id) =>
  ChatMessage.parse({ id, room: 'players', at, by: { id: 'player-ann', name: 'Ann' }, text: `word ${id}` });
const logged = (seq: number, at: number, event: unknown) => LoggedEvent.parse({ seq, at, event });

test("after the game players also read the spectators' room, and spectators only their own", () => {
  expect(readableRooms('south', false)).toEqual(['players']);
  expect(readableRooms('south', true)).toEqual(['players', 'watchers']);
  expect(readableRooms(undefined, true)).toEqual(['watchers']);
});

test('a repeated message is shown once, and a late one is sorted into place', () => {
  const known = mergeMessages([], [message(3), message(1)]);
  expect(known.map(({ id }) => id)).toEqual([1, 3]);
  expect(mergeMessages(known, [message(3)])).toBe(known);
  expect(mergeMessages(known, [message(2), message(3)]).map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('messages and game events are sorted by time', () => {
  const events = [
    logged(4, 10, { type: 'started' }),
    logged(5, 15, { type: 'moved', ply: 1, from: 'd2', to: 'd3', remainingMs: null }),
    logged(6, 30, { type: 'offered', offer: 'draw', side: 'south' }),
    logged(7, 40, { type: 'refused', offer: 'draw', side: 'north' }),
  ];
  const lines = chatLines([message(1, 20)], events, 50);
  expect(lines.map((line) => (line.kind === 'message' ? line.message.text : line.text))).toEqual([
    expect.stringMatching(/^The game began at \d\d:\d\d\.$/),
    'word 1',
    'South offers a draw.',
    'North declines the draw offer.',
  ]);
});

test('the remaining length is shown only near the limit', () => {
  expect(charactersLeft('short')).toBeUndefined();
  expect(charactersLeft('x'.repeat(290))).toBe(10);
});
