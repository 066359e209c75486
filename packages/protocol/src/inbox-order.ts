import type { PlayerId } from './ids.ts';
import { INBOX_GROUPS, type InboxCounts, type InboxGroup, isSlowGame } from './inbox.ts';
import type { GameRow } from './lobby.ts';

/** The group of a game for a player; undefined if the game is over or not theirs. */
export function inboxGroup(row: GameRow, me: PlayerId): InboxGroup | undefined {
  const { status, settings, seats, turn } = row;
  const own = seats.find(({ player }) => player?.id === me);
  if (status === 'open') {
    if (own !== undefined) return 'open';
    return seats.some(({ player, reserved }) => player === null && reserved?.id === me) ? 'invited' : undefined;
  }
  if (status !== 'live' || own === undefined) return undefined;
  if (own.place !== undefined) return 'out';
  if (settings.time?.kind === 'clock') return 'playing';
  if (!isSlowGame(row)) return 'practice';
  return turn === own.side ? 'turn' : 'waiting';
}

/** A game's place in the inbox. */
export type InboxPlace = {
  readonly group: number;
  readonly due: number;
  readonly movedAt: number;
  readonly id: string;
};

export const inboxPlace = (row: GameRow, movedAt: number, group: InboxGroup): InboxPlace => ({
  group: INBOX_GROUPS.indexOf(group),
  due: row.dueAt ?? Number.MAX_SAFE_INTEGER,
  movedAt,
  id: row.id,
});

/** By group, then by deadline; games without one by how long they have waited. */
export const mostUrgentFirst = (a: InboxPlace, b: InboxPlace): number =>
  a.group - b.group || a.due - b.due || a.movedAt - b.movedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export const noInboxGames = (): InboxCounts => ({
  playing: 0,
  turn: 0,
  invited: 0,
  waiting: 0,
  practice: 0,
  open: 0,
  out: 0,
});
