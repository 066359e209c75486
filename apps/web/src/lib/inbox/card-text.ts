import { messages, timeText } from '@terrace/messages';
import type { InboxGame, InboxGroup, PlayerId } from '@terrace/protocol';
import { invitationFacts, outText, ownTitle, roundedTime, seatingText, turnText } from '#lib/lobby/row-text.ts';
import { hostName } from '#lib/lobby/rows.ts';
import { timeAgo } from '#lib/ui/relative-time.ts';

/** The opponents, the inviting player, or the setup of an open table. */
export const cardTitle = ({ row }: InboxGame, me: PlayerId, group: InboxGroup): string =>
  group === 'invited' ? messages.lobby.invitation({ host: hostName(row) }) : ownTitle(row, me);

/** What the game waits for, and for how long. @param now by the server's clock */
export function cardFacts({ row, movedAt }: InboxGame, me: PlayerId, group: InboxGroup, now: number): string[] {
  const time = timeText(row.settings.time);
  const left = row.dueAt === undefined ? undefined : messages.lobby.timeLeft({ time: roundedTime(row.dueAt - now) });
  const since = messages.inbox.moved({ ago: timeAgo(now - movedAt) });
  const mover = row.turn === null ? '' : turnText(row, row.turn, me);
  switch (group) {
    case 'turn':
      return [left ?? since, time];
    case 'waiting':
      return [mover, left ?? since];
    case 'playing':
      return [mover, time];
    case 'practice':
      return [mover, messages.setup[row.settings.setup]];
    case 'out':
      return [outText(row, me) ?? '', mover].filter((text) => text !== '');
    case 'open':
      return [time, seatingText(row, me)].filter((text) => text !== '');
    case 'invited':
      return [...invitationFacts(row, me, now)];
  }
}
