import { messages, timeText, wayToCallOff } from '@terrace/messages';
import { peopleMessages } from '@terrace/messages/people';
import type { FinishedGame, Player } from '@terrace/protocol';
import { type Position, parsePosition, type Side } from '@terrace/rules';
import { profileHref } from './profile-link.ts';

export type FinishedPlayer = {
  readonly side: Side;
  readonly name: string;
  /** Null if the seat was empty. */
  readonly player: Player | null;
  /** The player's profile, if there is one. */
  readonly href: string | undefined;
  /** The change of the rating; undefined in a casual game. */
  readonly change: number | undefined;
  readonly won: boolean;
};

/** The players in the order of turns. */
export const playersOf = ({ seats, result, changes }: FinishedGame): readonly FinishedPlayer[] =>
  seats.map(({ side, player }) => {
    const change = changes.find((each) => each.side === side);
    const name = player?.name ?? peopleMessages().archive.nobody;
    return {
      side,
      name,
      player,
      href: player === null ? undefined : profileHref(name),
      change: change && change.after - change.before,
      won: result?.winner === side,
    };
  });

/** The winner or "draw", then the reason; or that the game was called off, and by whom. */
export function outcomeText(game: FinishedGame): string {
  const nameOf = (wanted: Side | null) => playersOf(game).find(({ side }) => side === wanted)?.name;
  if (game.result === null) {
    const { by, side } = game.calledOff ?? { by: 'host', side: null };
    return peopleMessages().calledOff({ by: wayToCallOff(by), name: nameOf(side) ?? peopleMessages().archive.nobody });
  }
  const { winner, by } = game.result;
  const name = nameOf(winner);
  const first = name === undefined ? peopleMessages().archive.draw : messages.common.wins({ name });
  return `${first} ${peopleMessages().end[by]}`;
}

/** Setup, time control, rated or not, length and date. */
export function gameFacts({ settings, ply, endedAt }: FinishedGame): string {
  return [
    messages.setup[settings.setup],
    timeText(settings.time),
    ...(settings.rated ? [messages.common.rated] : []),
    peopleMessages().archive.moves({ count: ply - 1 }),
    peopleMessages().day({ at: endedAt }),
  ].join(' · ');
}

/** A title that distinguishes the game in one line. */
export const gameTitle = (game: FinishedGame): string =>
  `${playersOf(game)
    .map(({ name }) => name)
    .join(' – ')}, ${peopleMessages().day({ at: game.endedAt })}`;

/** The final position; undefined if it is unknown or invalid. */
export function finalPositionOf({ position, settings }: FinishedGame): Position | undefined {
  const read = position === null ? undefined : parsePosition(position, settings.rules);
  return read?.ok ? read.value : undefined;
}
