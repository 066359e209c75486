import { type Broadcast, type GameId, type GameRow, isComputer, type LoggedEvent } from '@terrace/protocol';

export function invitationAnswers(
  gameId: GameId,
  before: readonly GameRow['seats'][number][],
  events: readonly LoggedEvent[],
): Broadcast<'invitation:answered'>[] {
  if (before.length === 0) return [];
  const seated = new Set(events.flatMap(({ event }) => (event.type === 'seated' ? [event.player.id] : [])));
  return before.flatMap(({ side, reserved }): Broadcast<'invitation:answered'>[] => {
    if (reserved === null || isComputer(reserved)) return [];
    if (seated.has(reserved.id)) return [{ gameId, player: reserved, answer: 'accepted' }];
    const left = events.find(({ event }) => 'side' in event && event.side === side)?.event.type;
    return left === 'declined' || left === 'expired' ? [{ gameId, player: reserved, answer: left }] : [];
  });
}
