import { expect, test } from 'vitest';
import { commandOf } from './command-of-reply.ts';

const BOARD = 'aB3dE5gH7jK9';

test.each([
  [['d2-d3'], `move ${BOARD} d2-d3`],
  [['D2 - d3.'], `move ${BOARD} d2-d3`],
  [['A-A2-B3'], `move ${BOARD} A-A2-B3`],
  [['D’ – b8 − b7'], `move ${BOARD} D'-b8-b7`],
  [['d′‑b8‑b\u200b7.'], `move ${BOARD} d'-b8-b7`],
  [['D-d2-d3', 'Greetings, Ann'], `move ${BOARD} D-d2-d3`],
  [['d-c5-b4:C#12'], `move ${BOARD} d-c5-b4:C#12`],
  [['move d2 d3'], `move ${BOARD} d2d3`],
  [['Move aB3d d2-d3!'], `move ${BOARD} d2-d3`],
  [['say I would rather', 'take on d3 to d4.'], `chat ${BOARD} I would rather take on d3 to d4.`],
  [['Sage Guten Tag'], `chat ${BOARD} Guten Tag`],
  [['note Watch the', 'far corner'], `note ${BOARD} Watch the far corner`],
  [['Accept'], `accept ${BOARD}`],
  [['accept!', 'Ann'], `accept ${BOARD}`],
  [['Decline.'], `reject ${BOARD}`],
  [['annehmen draw'], `accept ${BOARD} draw`],
  [['annehmen Remis'], `accept ${BOARD} draw`],
  [['Ablehnen Zurücknahme.'], `reject ${BOARD} takeback`],
  [['annehmen Weiterspielen'], `accept ${BOARD} resume`],
  [['ablehnen'], `reject ${BOARD}`],
  [['queue e7-e6/d2-d3', 'e2-e3'], `queue ${BOARD} e7-e6/d2-d3 e2-e3`],
  [['queue e7-e6/d2-d3', 'Greetings, Ann'], `queue ${BOARD} e7-e6/d2-d3`],
  [['help move'], 'help move'],
  [['Hello there'], 'Hello there'],
])('the lines %j are the command "%s"', (lines, command) => {
  expect(commandOf(lines, BOARD).line).toBe(command);
});
