import type { GameResult, GameRow, LoggedEvent, PlayerId, PlayerNotification } from '@terrace/protocol';

export type KnownGame = { readonly row: GameRow; readonly result: GameResult | null };

/** Whether a commit is older than the known row of its game. Only an undo lowers the ply. */
export const isOutdated = (
  before: KnownGame | undefined,
  { row }: KnownGame,
  events: readonly LoggedEvent[],
): boolean => before !== undefined && row.ply < before.row.ply && !events.some(({ event }) => event.type === 'undone');

/** What a change means to one player. Without `before`, a pending invitation or turn is reported. */
export function notificationsFor(
  me: PlayerId,
  before: KnownGame | undefined,
  { row, result }: KnownGame,
): readonly PlayerNotification[] {
  const { id: gameId, ply } = row;
  const host = row.seats.find(({ player }) => player !== null)?.player;
  const reserved = row.seats.find((seat) => seat.reserved?.id === me);
  const side = row.seats.find(({ player }) => player?.id === me)?.side;
  const wasReserved = before?.row.seats.some(({ reserved }) => reserved?.id === me) ?? false;
  const news: PlayerNotification[] = [];
  if (row.status === 'open' && reserved !== undefined && host && !wasReserved) {
    news.push({ type: 'invited', gameId, side: reserved.side, by: host });
  }
  if (side === undefined) return news;
  if (row.status === 'live' && before !== undefined && before.row.status !== 'live') {
    news.push({ type: 'started', gameId, side });
  }
  const sameTurn = before?.row.status === 'live' && before.row.turn === side && before.row.ply === ply;
  if (row.status === 'live' && row.turn === side && !sameTurn) news.push({ type: 'turn', gameId, side, ply });
  if (result !== null && before !== undefined && before.result === null) {
    news.push({ type: 'ended', gameId, side, result });
  }
  return news;
}
