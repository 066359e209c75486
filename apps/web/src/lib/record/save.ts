import { fold, type GameState } from '@terrace/game';
import type { GameEvent, GameLog, Settings } from '@terrace/protocol';
import {
  formatRecord,
  type GameRecord,
  momentsOf,
  type RecordEvent,
  type RecordResult,
  resultOf,
} from '@terrace/rules';

/** A file to be saved: its name and what is in it. */
export type TextFile = { readonly name: string; readonly text: string };

const SECOND = 1000;

/** A game's line as a record (R25), clocks included; nothing for a log without a game. What was taken back is left out. */
export function recordOfGame({ events }: Pick<GameLog, 'events'>): GameRecord | undefined {
  const state = fold(null, events);
  if (state === null) return undefined;
  const clocks = clocksByPly(
    events.map(({ event }) => event),
    state.settings,
  );
  const moments = momentsOf(state.history);
  const recorded = moments.flatMap(({ move, left, parent }): RecordEvent[] => {
    if (left !== undefined) return [{ kind: 'left', side: left, comments: [] }];
    const clock = clocks.get(parent?.position.ply ?? 0);
    return move ? [{ kind: 'move', move, comments: [], ...(clock !== undefined && { clock }) }] : [];
  });
  return {
    headers: headersOf(state),
    setup: state.settings.setup,
    start: moments[0]?.position ?? state.history.position,
    comments: [],
    events: recorded,
    result: resultOf(state.history) ?? agreed(state),
  };
}

/** A game as a file others can read and this site can replay; nothing for a log without a game. */
export function gameFile(log: Pick<GameLog, 'id' | 'events'>): TextFile | undefined {
  const record = recordOfGame(log);
  return record && recordFile(record, log.id);
}

/** @param name tells this record from others, where it has a name of its own */
export function recordFile(record: GameRecord, name: string = record.setup): TextFile {
  const date = record.headers.Date?.replaceAll('.', '-');
  const parts = ['terrace', date, name].filter((part) => part !== undefined);
  return { name: `${parts.join('-').replace(/[^\w-]/g, '')}.gam`, text: formatRecord(record) };
}

/** What was left after each move, in whole seconds; a move made again counts, the one taken back does not. */
function clocksByPly(events: readonly GameEvent[], { time }: Settings): ReadonlyMap<number, number> {
  if (time?.kind !== 'clock') return new Map();
  return new Map(
    events.flatMap((event): [number, number][] =>
      event.type === 'moved' && event.remainingMs !== null ? [[event.ply, Math.floor(event.remainingMs / SECOND)]] : [],
    ),
  );
}

function headersOf(state: GameState): GameRecord['headers'] {
  const { settings, seats, createdAt, result } = state;
  const names = seats.flatMap(({ side, player }) => (player ? [[side, player.name] as const] : []));
  const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return {
    Date: new Date(createdAt).toISOString().slice(0, 10).replaceAll('-', '.'),
    ...Object.fromEntries(names.map(([side, name]) => [title(side), name])),
    ...(settings.time && { TimeControl: timeControl(settings.time) }),
    ...(result && { Termination: result.by }),
  };
}

/** `300+3` in seconds; a correspondence game as PGN has it, one move in so many seconds: `1/86400`. */
const timeControl = (time: NonNullable<Settings['time']>): string =>
  time.kind === 'clock' ? `${time.initialMs / SECOND}+${time.incrementMs / SECOND}` : `1/${time.perMoveMs / SECOND}`;

/** A draw may be agreed on, which no board shows (R16). */
const agreed = ({ result }: GameState): RecordResult => (result === null ? 'unfinished' : (result.winner ?? 'draw'));
