import { currentPosition, type GameState } from '@terrace/game';
import { mailMessages } from '@terrace/messages/mail';
import type { GameId, PlayerId } from '@terrace/protocol';
import { formatDiagram, formatPosition } from '@terrace/rules';
import type { Pictures } from '../pictures/pictures.ts';
import { boardSvg } from './board-picture.ts';
import { type GameText, lastMoveOf } from './game-section.ts';
import type { Picture, Section } from './letter.ts';
import { seatOf } from './replies.ts';

type Shown = {
  readonly id: GameId;
  readonly state: GameState;
  readonly text: GameText;
  readonly picture: Picture | null;
  /** Sentences above the lines about the game, and below the board. */
  readonly before: readonly string[];
  readonly closing: readonly string[];
};

/** Draws a game's board as its player sees it. */
export async function pictureOf(
  pictures: Pick<Pictures, 'png'>,
  { id, state, alt, player }: { id: GameId; state: GameState; alt: string; player: PlayerId },
): Promise<Picture> {
  const [position, lastMove] = [currentPosition(state), lastMoveOf(state.history)?.move];
  const bottom = seatOf(state, player) ?? 'south';
  const shows = JSON.stringify(['mail', formatPosition(position), lastMove, bottom]);
  return { cid: `${id}@board`, alt, png: await pictures.png(shows, () => boardSvg({ position, lastMove, bottom })) };
}

/** The section of a letter about one game, in the current language. */
export const gameLetterSection = (
  { id, state, text, picture, before, closing }: Shown,
  publicUrl: string,
): Section => ({
  heading: text.heading,
  paragraphs: [...before, ...text.lines],
  diagram: formatDiagram(currentPosition(state), 'walled'),
  picture,
  closing,
  link: { text: mailMessages().notify.open, url: `${publicUrl}/game/${id}` },
});
