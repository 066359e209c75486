import { diagramRefusalText, positionRefusalText, recordRefusalText } from '@terrace/messages';
import {
  DIAGRAM_STYLES,
  err,
  formatDiagram,
  formatMove,
  formatPosition,
  formatRecord,
  type GameRecord,
  type History,
  isSetupName,
  momentsOf,
  NOTATIONS,
  type Notation,
  ok,
  type Position,
  parseDiagram,
  parsePosition,
  parseRecord,
  type Result,
  recordEvents,
  replay,
  resultOf,
  startHistory,
} from '@terrace/rules';
import { FORMATS, type Options, readMoves } from './options.ts';

type Format = (typeof FORMATS)[number];

/**
 * Converts between formats.
 *
 * @param start where lists of moves begin; its house rules apply to positions and diagrams
 */
export function convert(start: Position, options: Options, input: () => string): Result<string, string> {
  const from = FORMATS.find((form) => form === options.from);
  const to = FORMATS.find((form) => form === options.to);
  if (!from || !to) return err(`Give --from and --to, each with one of ${FORMATS.join(', ')}.`);
  const setup =
    options.position === undefined && isSetupName(options.setup ?? 'long') ? (options.setup ?? 'long') : 'custom';
  const game = read(from, options.text ?? input(), start, setup);
  return game.ok ? write(to, game.value) : game;
}

function read(form: Format, text: string, start: Position, setup: string): Result<GameRecord, string> {
  switch (form) {
    case 'position': {
      const position = parsePosition(text.trim(), start.rules);
      return position.ok
        ? ok(recordOf(startHistory(position.value), 'custom'))
        : err(positionRefusalText(position.error));
    }
    case 'plain':
    case 'walled':
    case 'usenet':
    case 'everything2': {
      const position = parseDiagram(text, start.rules);
      return position.ok
        ? ok(recordOf(startHistory(position.value), 'custom'))
        : err(diagramRefusalText(position.error));
    }
    case 'record': {
      const record = parseRecord(text);
      return record.ok ? record : err(recordRefusalText(record.error));
    }
    default: {
      const history = readMoves(start, text);
      return history.ok ? ok(recordOf(history.value, isSetupName(setup) ? setup : 'custom')) : history;
    }
  }
}

function write(form: Format, record: GameRecord): Result<string, string> {
  if (form === 'record') return ok(formatRecord(record).trimEnd());
  const history = replay(record);
  if (!history.ok) throw new Error('a parsed record could not be replayed');
  const { position } = history.value;
  if (form === 'position') return ok(formatPosition(position));
  const style = DIAGRAM_STYLES.find((each) => each === form);
  const notation = NOTATIONS.find((each) => each === form);
  if (style !== undefined) return ok(formatDiagram(position, style));
  if (notation === undefined) throw new Error(`nothing writes ${form}`);
  return writeMoves(history.value, notation);
}

function writeMoves(history: History, notation: Notation): Result<string, string> {
  const lines: string[] = [];
  for (const { parent, move, left } of momentsOf(history)) {
    if (left) return err(`A list of moves cannot express that ${left} left. Convert to a record instead.`);
    if (parent && move) lines.push(formatMove(parent.position, move, notation));
  }
  return ok(lines.join('\n'));
}

function recordOf(history: History, setup: GameRecord['setup']): GameRecord {
  const start = momentsOf(history)[0]?.position ?? history.position;
  const events = recordEvents(history);
  return { headers: {}, setup, start, comments: [], events, result: resultOf(history) ?? 'unfinished' };
}
