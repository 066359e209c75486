import { recordOf } from '@terrace/game';
import type { GameLog } from '@terrace/protocol';
import {
  checkPosition,
  type PositionRefusal,
  parseRecord,
  parseSetup,
  type RecordRefusal,
  type SetupTextRefusal,
  startPosition,
} from '@terrace/rules';
import { rulesIn } from '#lib/record/position-query.ts';
import { type Place, pathBefore, plant, toEnd, treeOf } from './tree.ts';

/** Why an address did not lead to what it names. */
export type OpeningRefusal =
  | { readonly kind: 'position'; readonly why: SetupTextRefusal | PositionRefusal }
  | { readonly kind: 'record'; readonly why: RecordRefusal };

/** What an analysis begins with. `source` tells one analysis from another on this device. */
export type Opening = Place & {
  readonly source: string;
  /** The game the moves are from. */
  readonly game?: GameLog | undefined;
  readonly refusal?: OpeningRefusal;
};

/** Characters of a record in an address. */
const LONGEST = 20_000;

/** What an address asks to be analysed, given the game it names, if any. */
export function openingOf(query: Pick<URLSearchParams, 'get'>, game: GameLog | undefined): Opening {
  if (game !== undefined) {
    const record = recordOf(game.events);
    if (record !== undefined) {
      const tree = treeOf(record);
      const ply = Number(query.get('ply') ?? '');
      const path = Number.isInteger(ply) && ply > 0 ? pathBefore(tree, ply) : toEnd(tree, []);
      return { tree, path, source: `game ${game.id}`, game };
    }
  }
  const record = query.get('record');
  if (record !== null) {
    const read = parseRecord(record.slice(0, LONGEST));
    if (!read.ok) return { ...usual, refusal: { kind: 'record', why: read.error } };
    const tree = treeOf(read.value);
    return { tree, path: [], source: `record ${record}` };
  }
  const text = query.get('position');
  if (text === null) return usual;
  const read = readPosition(text, query);
  if (!read.ok) return { ...usual, refusal: { kind: 'position', why: read.error } };
  return { tree: plant('custom', read.value), path: [], source: `position ${text} ${Object.values(rulesIn(query))}` };
}

const usual: Opening = { tree: plant('long', startPosition('long')), path: [], source: '' };

function readPosition(text: string, query: Pick<URLSearchParams, 'get'>) {
  const sketch = parseSetup(text.slice(0, 300), rulesIn(query));
  return sketch.ok ? checkPosition(sketch.value) : sketch;
}
