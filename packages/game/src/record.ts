import { type GameResult, isCorrespondence, type LoggedEvent, SECOND_MS, type TimeControl } from '@terrace/protocol';
import { type GameRecord, momentsOf, type RecordEvent, type RecordResult } from '@terrace/rules';
import { fullTimeMs } from './clock.ts';
import { movesIn, startsGame } from './event-traits.ts';
import { fold } from './fold.ts';
import type { GameState } from './state.ts';

/** Not translated, so that a game has a single record. */
const EVENT = 'A game of Terrace';

const HEADERS = { south: 'South', west: 'West', north: 'North', east: 'East' } as const;

/** The record of a game (R25) without moves that were taken back; undefined for an empty log. */
export function recordOf(log: readonly LoggedEvent[]): GameRecord | undefined {
  const state = fold(null, log);
  if (state === null) return undefined;
  const [start, ...moments] = momentsOf(state.history);
  const clocks = clocksOf(state, log);
  return {
    headers: { Event: EVENT, ...headersOf(state, log) },
    setup: state.settings.setup,
    start: (start ?? state.history).position,
    comments: [],
    events: moments.flatMap(({ move, left, parent }): RecordEvent[] => {
      if (left !== undefined) return [{ kind: 'left', side: left, comments: [] }];
      const clock = clocks.get(parent?.position.ply ?? 0);
      return move === undefined ? [] : [{ kind: 'move', move, comments: [], ...(clock !== undefined && { clock }) }];
    }),
    result: resultOf(state.result),
  };
}

/** The date is the UTC day of the start, because it must not depend on the reader. */
function headersOf({ settings, seats, createdAt, result }: GameState, log: readonly LoggedEvent[]) {
  const startedAt = log.find((logged) => startsGame([logged]))?.at ?? createdAt;
  // Both names if a computer replaced the player: the record has moves of both.
  const names = seats.flatMap(({ side, player, leaver }) =>
    player === null ? [] : [[HEADERS[side], leaver ? `${leaver.name}, ${player.name}` : player.name] as const],
  );
  return {
    Date: new Date(startedAt).toISOString().slice(0, 10).replaceAll('-', '.'),
    ...Object.fromEntries(names),
    ...(settings.time && { TimeControl: timeControlText(settings.time) }),
    ...(isCorrespondence(settings.time) &&
      settings.time.weekendsOff !== undefined && { WeekendsOff: settings.time.weekendsOff }),
    ...(result && { Termination: result.by }),
  };
}

/** Whole seconds left after each move, by ply; the last move at a ply counts. Correspondence games have none. */
function clocksOf({ settings }: GameState, log: readonly LoggedEvent[]): ReadonlyMap<number, number> {
  if (settings.time?.kind !== 'clock') return new Map();
  return new Map(movesIn(log).map(({ ply, remainingMs }) => [ply, Math.floor((remainingMs ?? 0) / SECOND_MS)]));
}

const resultOf = (result: GameResult | null): RecordResult =>
  result === null ? 'unfinished' : (result.winner ?? 'draw');

/** As in PGN, in seconds: `300+3` with an increment, also of a bank, `1/172800` for one move in two days. */
function timeControlText(time: TimeControl): string {
  if (time.kind === 'days') return `1/${time.perMoveMs / SECOND_MS}`;
  return `${fullTimeMs(time) / SECOND_MS}+${time.incrementMs / SECOND_MS}`;
}
