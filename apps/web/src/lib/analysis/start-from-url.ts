import { recordOf } from '@terrace/game';
import type { GameLog } from '@terrace/protocol';
import {
  type BoardSize,
  checkPosition,
  type Move,
  type PositionRefusal,
  parseRecord,
  parseSetup,
  parseSquare,
  type RecordRefusal,
  type SetupTextRefusal,
  startPosition,
} from '@terrace/rules';
import { rulesInUrl } from '#lib/notation/position-query.ts';
import { createTree, pathBeforePly, pathToEnd, type TreeCursor, treeOf } from './tree.ts';

export type AnalysisStartRefusal =
  | { readonly kind: 'position'; readonly why: SetupTextRefusal | PositionRefusal }
  | { readonly kind: 'record'; readonly why: RecordRefusal };

/** The start of an analysis. `source` identifies the analysis on this device. */
export type AnalysisStart = TreeCursor & {
  readonly source: string;
  readonly game?: GameLog | undefined;
  readonly line?: readonly Move[] | undefined;
  readonly refusal?: AnalysisStartRefusal;
};

const MAX_RECORD_LENGTH = 20_000;

const MAX_LINE_LENGTH = 60;

export function startFromUrl(query: Pick<URLSearchParams, 'get'>, game: GameLog | undefined): AnalysisStart {
  if (game !== undefined) {
    const record = recordOf(game.events);
    if (record !== undefined) {
      const tree = treeOf(record);
      const ply = Number(query.get('ply') ?? '');
      const path = Number.isInteger(ply) && ply > 0 ? pathBeforePly(tree, ply) : pathToEnd(tree, []);
      return { tree, path, source: `game ${game.id}`, game, line: lineIn(query, record.start.size) };
    }
  }
  const record = query.get('record');
  if (record !== null) {
    const read = parseRecord(record.slice(0, MAX_RECORD_LENGTH));
    if (!read.ok) return { ...usual, refusal: { kind: 'record', why: read.error } };
    const tree = treeOf(read.value);
    return { tree, path: [], source: `record ${record}` };
  }
  const text = query.get('position');
  if (text === null) return usual;
  const read = readPosition(text, query);
  if (!read.ok) return { ...usual, refusal: { kind: 'position', why: read.error } };
  return {
    tree: createTree('custom', read.value),
    path: [],
    source: `position ${text} ${Object.values(rulesInUrl(query))}`,
  };
}

/** Parses `line=c3-d4,e5-f6`; legality is checked when the moves are played. */
function lineIn(query: Pick<URLSearchParams, 'get'>, size: BoardSize): readonly Move[] | undefined {
  const written = query.get('line')?.split(',').slice(0, MAX_LINE_LENGTH) ?? [];
  const moves = written.flatMap((text) => {
    const [from, to] = text.split('-').map((name) => parseSquare(size, name));
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  return moves.length === 0 ? undefined : moves;
}

const usual: AnalysisStart = { tree: createTree('long', startPosition('long')), path: [], source: '' };

function readPosition(text: string, query: Pick<URLSearchParams, 'get'>) {
  const setup = parseSetup(text.slice(0, 300), rulesInUrl(query));
  return setup.ok ? checkPosition(setup.value) : setup;
}
