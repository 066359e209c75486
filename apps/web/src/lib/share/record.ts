import type { GameState } from '@terrace/game';
import type { GameEvent, LoggedEvent, Settings } from '@terrace/protocol';
import { formatRecord, momentsOf, type RecordEvent } from '@terrace/rules';
import { words } from '#lib/words/words.ts';

const SECOND = 1000;
const HEADERS = { south: 'South', west: 'West', north: 'North', east: 'East' } as const;

/** A game as a `.gam` record (R25): the line that stands, with the clock after each move. */
export function recordText(state: GameState, log: readonly LoggedEvent[]): string {
  const { settings, result, history, seats, createdAt } = state;
  const moments = momentsOf(history);
  const start = moments[0] ?? history;
  const names = seats.map(({ side, player }) => [HEADERS[side], player?.name ?? words.side[side]]);
  return formatRecord({
    headers: {
      Event: words.share.event,
      Date: new Date(createdAt).toISOString().slice(0, 10).replaceAll('-', '.'),
      ...Object.fromEntries(names),
      TimeControl: timeControl(settings.time),
      ...(result && { Termination: result.by }),
    },
    setup: settings.setup,
    start: start.position,
    comments: [],
    events: moments.slice(1).flatMap(({ move, left, parent }): RecordEvent[] => {
      if (left !== undefined) return [{ kind: 'left', side: left, comments: [] }];
      const ply = parent?.position.ply;
      return move === undefined ? [] : [{ kind: 'move', move, ...clockAfter(ply, log), comments: [] }];
    }),
    result: result === null ? 'unfinished' : (result.winner ?? 'draw'),
  });
}

/** Minutes and seconds as in other games' records: `600+5`, whole seconds; `-` without a clock. */
function timeControl(time: Settings['time']): string {
  return time?.kind === 'clock' ? `${time.initialMs / SECOND}+${time.incrementMs / SECOND}` : '-';
}

function clockAfter(ply: number | undefined, log: readonly LoggedEvent[]): { clock?: number } {
  const made = log.findLast(({ event }) => event.type === 'moved' && event.ply === ply)?.event;
  const left = isMoved(made) ? made.remainingMs : null;
  return left === null ? {} : { clock: Math.floor(left / SECOND) };
}

const isMoved = (event: GameEvent | undefined): event is Extract<GameEvent, { type: 'moved' }> =>
  event?.type === 'moved';
