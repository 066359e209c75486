import type { GameResult, LoggedEvent, TimeControl } from '@terrace/protocol';
import { type GameRecord, momentsOf, type RecordEvent } from '@terrace/rules';
import { fold } from './fold.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;

/** A game's log as a record (R25): what stands of it, so without moves that were taken back; nothing of an empty log. */
export function recordOf(log: readonly LoggedEvent[]): GameRecord | undefined {
  const state = fold(null, log);
  if (state === null) return undefined;
  const { settings, seats, result } = state;
  const [start, ...moments] = momentsOf(state.history);
  const clocks = clocksOf(log);
  const startedAt = log.find(({ event }) => event.type === 'started')?.at ?? state.createdAt;
  const names = seats.flatMap(({ side, player }) => (player === null ? [] : [[capital(side), player.name] as const]));
  return {
    headers: {
      Date: new Date(startedAt).toISOString().slice(0, 10).replaceAll('-', '.'),
      ...Object.fromEntries(names),
      ...(settings.time && { TimeControl: timeText(settings.time) }),
      ...(result && { Termination: result.by }),
    },
    setup: settings.setup,
    start: (start ?? state.history).position,
    comments: [],
    events: moments.flatMap(({ move, left, parent }): RecordEvent[] => {
      if (left !== undefined) return [{ kind: 'left', side: left, comments: [] }];
      const clock = clocks.get(parent?.position.ply ?? 0);
      return move === undefined ? [] : [{ kind: 'move', move, comments: [], ...(clock !== undefined && { clock }) }];
    }),
    result: resultText(result),
  };
}

/** Whole seconds on the mover's clock after each move, by its number; a move played again counts. */
function clocksOf(log: readonly LoggedEvent[]): ReadonlyMap<number, number> {
  return new Map(
    log.flatMap(({ event }) =>
      event.type === 'moved' && event.remainingMs !== null
        ? [[event.ply, Math.floor(event.remainingMs / SECOND)] as const]
        : [],
    ),
  );
}

const resultText = (result: GameResult | null): GameRecord['result'] =>
  result === null ? 'unfinished' : (result.winner ?? 'draw');

/** Seconds and increment, as `300+3`, or days a move, as `2d`. */
const timeText = (time: TimeControl): string =>
  time.kind === 'days' ? `${time.perMoveMs / DAY}d` : `${time.initialMs / SECOND}+${time.incrementMs / SECOND}`;

const capital = (side: string): string => side.charAt(0).toUpperCase() + side.slice(1);
