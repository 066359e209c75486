import type { FinishedGame } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { profileOf } from '#lib/players/profile.ts';
import { words } from '#lib/words/words.ts';

export type PlayerOf = {
  readonly side: Side;
  readonly name: string;
  /** Where the player is told of, if anywhere. */
  readonly href: string | undefined;
  /** What the game did to the rating; undefined where it was not rated. */
  readonly change: number | undefined;
  readonly won: boolean;
};

/** Who sat where, in the order of turns. */
export const playersOf = ({ seats, result, changes }: FinishedGame): readonly PlayerOf[] =>
  seats.map(({ side, player }) => {
    const change = changes.find((each) => each.side === side);
    const name = player?.name ?? words.people.archive.nobody;
    return {
      side,
      name,
      href: player === null ? undefined : profileOf(name),
      change: change && change.after - change.before,
      won: result.winner === side,
    };
  });

/** The result, word first. */
export function outcomeOf(game: FinishedGame): string {
  const { winner, by } = game.result;
  const name = playersOf(game).find(({ side }) => side === winner)?.name;
  const first = name === undefined ? words.people.archive.draw : words.people.archive.wins(name);
  return `${first} ${words.people.end[by]}`;
}

/** What kind of game it was, how long, and when. */
export function factsOf({ settings, ply, endedAt }: FinishedGame): string {
  return [
    words.setup[settings.setup],
    words.time(settings.time),
    ...(settings.rated ? [words.people.archive.isRated] : []),
    words.people.archive.moves(ply - 1),
    words.people.day(endedAt),
  ].join(' · ');
}

/** What a game is called where one line must tell it from others. */
export const titleOf = (game: FinishedGame): string =>
  `${playersOf(game)
    .map(({ name }) => name)
    .join(' – ')}, ${words.people.day(game.endedAt)}`;
