import { formatDiagram, parseDiagram } from '../diagram.ts';
import { historyOutcome, momentsOf } from '../history.ts';
import { legalMoves } from '../legal.ts';
import { SETUP_NAMES, startPosition } from '../named-setups.ts';
import { formatMove, NOTATIONS, parseMove } from '../notation.ts';
import { formatPosition, parsePosition } from '../position-text.ts';
import { type GameRecord, type RecordEvent, resultOf } from '../record.ts';
import { parseRecord } from '../record-read.ts';
import { formatRecord } from '../record-write.ts';
import type { Result } from '../result.ts';
import { playChoices, randomNumbers, someStart } from './games.ts';

type Parser = (text: string) => Result<unknown, { readonly code: string }>;

const four = startPosition('four');
const short = startPosition('short');

/** A game of a few moves, written out. */
function record(seed: number): string {
  const next = randomNumbers(seed);
  const history = playChoices(someStart(seed), Array.from({ length: 4 }, next));
  const moments = momentsOf(history);
  const events = moments.flatMap(({ move, left }): RecordEvent[] => {
    if (left) return [{ kind: 'left', side: left, comments: [] }];
    return move ? [{ kind: 'move', move, clock: 61, comments: ['why}'] }] : [];
  });
  const start = moments[0]?.position ?? history.position;
  const whole: GameRecord = {
    headers: { Event: 'x' },
    setup: 'custom',
    start,
    comments: [],
    events,
    result: 'unfinished',
  };
  return formatRecord({ ...whole, result: resultOf(history) ?? (historyOutcome(history) ? 'draw' : 'unfinished') });
}

/** Every parser of the rules, with texts that it accepts. */
export const PARSERS: readonly (readonly [name: string, parse: Parser, right: readonly string[]])[] = [
  [
    'a move',
    (text) => parseMove(short, text),
    NOTATIONS.flatMap((notation) => legalMoves(short).map((move) => formatMove(short, move, notation))),
  ],
  ['a move of four', (text) => parseMove(four, text), legalMoves(four).map((move) => formatMove(four, move))],
  ['position text', parsePosition, SETUP_NAMES.map((name) => formatPosition(startPosition(name)))],
  ['a plain diagram', parseDiagram, SETUP_NAMES.map((name) => formatDiagram(startPosition(name), 'plain'))],
  ['a walled diagram', parseDiagram, SETUP_NAMES.map((name) => formatDiagram(startPosition(name), 'walled'))],
  ['a record', parseRecord, Array.from({ length: 12 }, (_, seed) => record(seed))],
];
