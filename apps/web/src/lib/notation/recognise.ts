import {
  type DiagramRefusal,
  type DiagramStyle,
  diagramStyle,
  err,
  type GameRecord,
  type History,
  moveWords,
  type Notation,
  ok,
  type PlayRefusal,
  type Position,
  type PositionTextRefusal,
  parseDiagram,
  parsePosition,
  parseRecord,
  plainNotation,
  playMoves,
  type RecordRefusal,
  type Result,
} from '@terrace/rules';
import { type AbstractPlayRefusal, isJson, readAbstractPlay } from './abstract-play.ts';

export type Recognised =
  | { readonly kind: 'record'; readonly record: GameRecord }
  | { readonly kind: 'position' | DiagramStyle; readonly position: Position }
  /** Moves in one of the notations; `history` is the result of playing them from `from`. */
  | { readonly kind: 'moves'; readonly notation: Notation; readonly from: 'here' | 'start'; readonly history: History };

/** Why a text cannot be read; lines count from 1, moves by ply. */
export type Unrecognised =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly line: number; readonly text: string }
  | { readonly kind: 'record'; readonly why: RecordRefusal }
  | { readonly kind: 'json'; readonly why: AbstractPlayRefusal }
  | { readonly kind: 'position'; readonly line: number; readonly why: PositionTextRefusal }
  | { readonly kind: 'diagram'; readonly why: DiagramRefusal }
  | ({ readonly kind: 'move'; readonly line: number } & PlayRefusal);

/** Start points for a list of moves; their rules apply to positions and diagrams, which have none. */
export type StartPoints = { readonly here: History; readonly start: History };

export const MAX_TEXT_LENGTH = 1_000_000;

/** Reads a record (R25, or AbstractPlay's JSON), position text, a diagram, or moves in any notation (R20 to R24). */
export function recognise(text: string, startPoints: StartPoints): Result<Recognised, Unrecognised> {
  const { rules } = startPoints.start.position;
  const plain = plainNotation(text);
  const trimmed = plain.trim();
  if (trimmed === '') return err({ kind: 'nothing' });
  if (isJson(text)) {
    const record = readAbstractPlay(text);
    return record.ok ? ok({ kind: 'record', record: record.value }) : err({ kind: 'json', why: record.error });
  }
  if (trimmed.startsWith('[') || endsWithResult.test(trimmed)) {
    const record = parseRecord(text);
    return record.ok ? ok({ kind: 'record', record: record.value }) : err({ kind: 'record', why: record.error });
  }
  const lines = plain.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const line = (lines[first] ?? '').trim();
  if ((line.match(/\//g)?.length ?? 0) >= 5) {
    const position = parsePosition(line.replace(/\s+/g, ' '), rules);
    return position.ok
      ? ok({ kind: 'position', position: position.value })
      : err({ kind: 'position', line: first + 1, why: position.error });
  }
  const diagram = parseDiagram(text, rules);
  if (diagram.ok) return ok({ kind: diagramStyle(text), position: diagram.value });
  if (diagram.error.code !== 'no-board') return err({ kind: 'diagram', why: diagram.error });
  return readMoves(text, startPoints);
}

/** A list of numbered moves that ends with a result is a record without headers. */
const endsWithResult = /\d\.[\s\S]*\s(?:\*|draw|south|west|north|east)$/i;

type Token = { readonly text: string; readonly line: number };

function readMoves(text: string, { here, start }: StartPoints): Result<Recognised, Unrecognised> {
  const found = tokensOf(text);
  const [first] = found.moves;
  const notation = first && notationOf(first.text);
  if (first === undefined || notation === undefined) {
    return err({ kind: 'unknown', line: first?.line ?? 1, text: (first?.text ?? text.trim()).slice(0, 40) });
  }
  const statedNumber = found.number ?? Number(/#(\d{1,9})$/.exec(first.text)?.[1] ?? Number.NaN);
  const places = [
    { from: 'here' as const, at: here },
    { from: 'start' as const, at: start },
  ];
  const fitting = Number.isNaN(statedNumber) ? places : places.filter(({ at }) => at.position.ply === statedNumber);
  let refusal: Extract<Unrecognised, { kind: 'move' }> | undefined;
  for (const { from, at } of fitting.length > 0 ? fitting : places) {
    const played = playMoves(
      at,
      found.moves.map((token) => token.text),
    );
    if (played.ok) return ok({ kind: 'moves', notation, from, history: played.value });
    const { move } = played.error;
    const line = found.moves[move - at.position.ply]?.line ?? 1;
    if (refusal === undefined || line > refusal.line || move > refusal.move) {
      refusal = { kind: 'move', line, ...played.error };
    }
  }
  return err(refusal ?? { kind: 'nothing' });
}

/** Moves with their line numbers; skips move numbers and comments. */
function tokensOf(text: string): { moves: readonly Token[]; number: number | undefined } {
  const moves: Token[] = [];
  let number: number | undefined;
  for (const { text: word, line } of moveWords(text)) {
    const [, statedNumber, body = word] = /^(\d{1,9})[.)]+(.*)$/s.exec(word) ?? [];
    if (statedNumber !== undefined && moves.length === 0) number ??= Number(statedNumber);
    if (body !== '' && !/^\.+$/.test(body)) moves.push({ text: body, line });
  }
  return { moves, number };
}

function notationOf(text: string): Notation | undefined {
  if (/^[1-4T][a-z]\d[-x*][a-z]\d/.test(text)) return 'abstractplay';
  if (/^[WBRU][1-4T][a-z]\d-/.test(text)) return 'numeric';
  if (/^(?:[A-DT]-)?(?:[A-H]\d|\d[A-H])-(?:[A-H]\d|\d[A-H])/.test(text)) return 'everything2-moves';
  if (!/^(?:[a-dt]'?-)?[a-z]\d-[a-z]\d/i.test(text)) return undefined;
  return /#\d+$/.test(text) ? 'numbered' : 'official';
}
