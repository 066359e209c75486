import { messages, timeText } from '@terrace/messages';
import { peopleMessages } from '@terrace/messages/people';
import type { FinishedGame, Player } from '@terrace/protocol';
import { type Position, parsePosition, type Side } from '@terrace/rules';
import { profileOf } from './profile-link.ts';

export type FinishedPlayer = {
  readonly side: Side;
  readonly name: string;
  /** Null where nobody sat. */
  readonly player: Player | null;
  /** Where the player is told of, if anywhere. */
  readonly href: string | undefined;
  /** What the game did to the rating; undefined where it was not rated. */
  readonly change: number | undefined;
  readonly won: boolean;
};

/** The players with their sides, in the order of turns. */
export const playersOf = ({ seats, result, changes }: FinishedGame): readonly FinishedPlayer[] =>
  seats.map(({ side, player }) => {
    const change = changes.find((each) => each.side === side);
    const name = player?.name ?? peopleMessages().archive.nobody;
    return {
      side,
      name,
      player,
      href: player === null ? undefined : profileOf(name),
      change: change && change.after - change.before,
      won: result.winner === side,
    };
  });

/** The result, word first. */
export function outcomeText(game: FinishedGame): string {
  const { winner, by } = game.result;
  const name = playersOf(game).find(({ side }) => side === winner)?.name;
  const first = name === undefined ? peopleMessages().archive.draw : messages.common.wins({ name });
  return `${first} ${peopleMessages().end[by]}`;
}

/** What kind of game it was, how long, and when. */
export function gameFacts({ settings, ply, endedAt }: FinishedGame): string {
  return [
    messages.setup[settings.setup],
    timeText(settings.time),
    ...(settings.rated ? [messages.common.rated] : []),
    peopleMessages().archive.moves({ count: ply - 1 }),
    peopleMessages().day({ at: endedAt }),
  ].join(' · ');
}

/** What a game is called where one line must tell it from others. */
export const gameTitle = (game: FinishedGame): string =>
  `${playersOf(game)
    .map(({ name }) => name)
    .join(' – ')}, ${peopleMessages().day({ at: game.endedAt })}`;

/** How a game stood in the end; undefined where that is not known, or cannot be read. */
export function finalPositionOf({ position, settings }: FinishedGame): Position | undefined {
  const read = position === null ? undefined : parsePosition(position, settings.rules);
  return read?.ok ? read.value : undefined;
}
