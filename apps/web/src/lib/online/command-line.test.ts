import { GameId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { addLine, browse, commandFor, NO_LINES } from './command-line.ts';

const id = GameId.parse('AbCdEf012345');

test.each([
  ['d-a2-b3', `move ${id} d-a2-b3`],
  ["t'-g8-h8", `move ${id} t'-g8-h8`],
  ['a2-b3#4', `move ${id} a2-b3#4`],
  ['move D-c5-b4:c', `move ${id} D-c5-b4:c`],
  ['terrace move d-a2-b3', `move ${id} d-a2-b3`],
  ['move AbCd d-a2-b3', 'move AbCd d-a2-b3'],
  ['move Zy9876543210 d-a2-b3', 'move Zy9876543210 d-a2-b3'],
  ['show', `show ${id}`],
  ['show #4', `show ${id}#4`],
  ['queue', `queue ${id}`],
  ['queue clear', `queue ${id} clear`],
  ['accept draw', `accept ${id} draw`],
  ['chat Well  played', `chat ${id} Well  played`],
  ['chat appreciation!', `chat ${id} appreciation!`],
  ['chat encyclopedia', `chat ${id} encyclopedia`],
  ['games next', 'games next'],
  ['help move', 'help move'],
])('%s', (line, command) => {
  expect(commandFor(id, line)).toBe(command);
});

test('arrow keys browse the previous lines, each once', () => {
  let history = ['show', 'history', 'show'].reduce(addLine, NO_LINES);
  const back = () => {
    const step = browse(history, -1);
    history = step.history;
    return step.line;
  };
  expect([back(), back(), back()]).toEqual(['show', 'history', 'history']);
  const forth = browse(browse(history, 1).history, 1);
  expect(forth.line).toBe('');
});
