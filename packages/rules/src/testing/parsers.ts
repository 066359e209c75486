import { formatDiagram, parseDiagram } from '../diagram.ts';
import { momentsOf } from '../history.ts';
import { legalMoves } from '../legal.ts';
import { SETUP_NAMES, startPosition } from '../named-setups.ts';
import { formatMove, NOTATIONS, parseMove } from '../notation.ts';
import { formatPosition, parsePosition } from '../position-text.ts';
import { type RecordEvent, recordEvents, resultOf } from '../record.ts';
import { parseRecord } from '../record-read.ts';
import { formatRecord } from '../record-write.ts';
import type { Result } from '../result.ts';
import { playChoices, someStart } from './games.ts';
import { seededIntegers } from './random.ts';

type Parser = (text: string) => Result<unknown, { readonly code: string }>;

const four = startPosition('four');
const short = startPosition('short');

function record(seed: number): string {
  const next = seededIntegers(seed);
  const history = playChoices(someStart(seed), Array.from({ length: 4 }, next));
  const events = recordEvents(history).map(
    (event): RecordEvent => (event.kind === 'move' ? { ...event, clock: 61, comments: ['why}'] } : event),
  );
  const start = momentsOf(history)[0]?.position ?? history.position;
  const result = resultOf(history) ?? 'unfinished';
  return formatRecord({ headers: { Event: 'x' }, setup: 'custom', start, comments: [], events, result });
}

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
