import {
  err,
  type GameRecord,
  type History,
  ok,
  type PlayRefusal,
  type Position,
  parsePosition,
  playMoves,
  type RecordResult,
  type Result,
  type Rules,
  recordEvents,
  removeFrom,
  resultOf,
  type SetupName,
  type Side,
  STANDARD_RULES,
  startHistory,
  startPosition,
} from '@terrace/rules';
import * as z from 'zod/mini';

// Records of games that AbstractPlay (www.abstractplay.com) exports as JSON.
// Sources: its schema gamerecord/1-0-0.json, and `src/games/terrace.ts` of AbstractPlay/gameslib for starts and variants.

export type AbstractPlayRefusal =
  | { readonly code: 'bad-json' }
  | { readonly code: 'other-json' }
  | { readonly code: 'other-game'; readonly game: string }
  | ({ readonly code: 'move' } & PlayRefusal);

const PlayedMove = z.object({ move: z.string(), result: z.optional(z.unknown()) });
const SavedGame = z.object({
  header: z.object({
    game: z.object({ name: z.string(), variants: z.optional(z.array(z.string())) }),
    event: z.optional(z.string()),
    'date-start': z.optional(z.string()),
    players: z.array(z.object({ name: z.string(), result: z.nullish(z.number()) })).check(z.length(2)),
  }),
  moves: z.array(z.array(z.union([z.string(), PlayedMove, z.null()]))),
});
type SavedGame = z.infer<typeof SavedGame>;

type Start = { readonly setup: SetupName | 'custom'; readonly position: Position };

/** Whether a text looks like JSON; the only readable JSON is an AbstractPlay record. */
export const isJson = (text: string): boolean => /^\uFEFF?\s*(?:\{\s*"|\[\s*\{|\{\s*\})/.test(text);

export function readAbstractPlay(text: string): Result<GameRecord, AbstractPlayRefusal> {
  const json = parseJson(text);
  if (json === undefined) return err({ code: 'bad-json' });
  const read = SavedGame.safeParse(json);
  if (!read.success) return err({ code: 'other-json' });
  const { header, moves } = read.data;
  if (header.game.name.toLowerCase() !== 'terrace') return err({ code: 'other-game', game: header.game.name });
  const texts = moves.flat().flatMap((each) => (typeof each === 'string' ? each : (each?.move ?? [])));
  const written = texts.filter((each) => /\d/.test(each)); // without "resign" and the like
  const start = startOf(header.game.variants ?? []);
  const played = playMoves(startHistory(start.position), written);
  return played.ok ? ok(recordOf(read.data, start, played.value)) : err({ code: 'move', ...played.error });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** Variants are named in the language of the exporter or by their ids: `board-8`, `long`, `assassination`. */
function startOf(variants: readonly string[]): Start {
  const named = (pattern: RegExp) => variants.some((variant) => pattern.test(variant));
  const rules: Rules = named(/assassin|rank/i) ? { ...STANDARD_RULES, capture: 'rank' } : STANDARD_RULES;
  const isLong = named(/long/i);
  if (named(/8/)) return usual(isLong ? 'long' : 'short', rules);
  return isLong ? longOnSix(rules) : usual('short6', rules);
}

const usual = (setup: SetupName, rules: Rules): Start => ({ setup, position: startPosition(setup, rules) });

/** Their North rows mirror South's from rank to rank; ours are rotated by 180°. */
function longOnSix(rules: Rules): Start {
  const position = parsePosition('TABBCC/CCBBAA/6/6/ccbbaa/tabbcc s sn 0 1', rules);
  if (!position.ok) throw new Error(`the start is not a valid position: ${position.error.code}`);
  return { setup: 'custom', position: position.value };
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)/;

function recordOf({ header }: SavedGame, { setup, position }: Start, played: History): GameRecord {
  const [south, north] = header.players;
  const recordedResult = readResult(south?.result, north?.result);
  const loser = resultOf(played) === undefined ? otherSide(recordedResult) : undefined;
  const history = loser === undefined ? played : removeFrom(played, loser); // resigned, or lost on time (R15)
  const day = DAY.exec(header['date-start'] ?? '');
  return {
    headers: {
      ...(header.event !== undefined && { Event: header.event }),
      ...(day && { Date: day.slice(1).join('.') }),
      ...(south && { South: south.name }),
      ...(north && { North: north.name }),
    },
    setup,
    start: position,
    comments: [],
    events: recordEvents(history),
    result: resultOf(history) ?? recordedResult,
  };
}

/** The higher number won, equal numbers are a draw. */
function readResult(south: number | null | undefined, north: number | null | undefined): RecordResult {
  if (south == null || north == null) return 'unfinished';
  return south === north ? 'draw' : south > north ? 'south' : 'north';
}

const otherSide = (winner: RecordResult): Side | undefined =>
  winner === 'south' ? 'north' : winner === 'north' ? 'south' : undefined;
