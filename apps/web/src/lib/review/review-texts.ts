import type { GameState } from '@terrace/game';
import { letterOf, messages, resultReason } from '@terrace/messages';
import { reviewMessages } from '@terrace/messages/review';
import { type History, type Move, playOn, type Side } from '@terrace/rules';
import { shownMove } from '#lib/analysis/shown-move.ts';
import { percent } from '#lib/engine/verdict.ts';
import type { ReviewedGame, ReviewedMove } from './reviewed-game.ts';

export function moveText(from: History, move: Move): string {
  const next = playOn(from, move);
  const shown = next.ok ? shownMove(next.value) : undefined;
  if (shown === undefined) return '';
  const { letter, fromName, toName, kind } = shown;
  return `${letter} ${fromName}${kind === 'capture' ? '×' : '–'}${toName}`;
}

export function summary(game: ReviewedGame, state: Pick<GameState, 'result'>): readonly string[] {
  return [turn(game), accuracy(game), end(state)].filter((sentence) => sentence !== '');
}

function turn({ review, moves, moments }: ReviewedGame): string {
  const texts = reviewMessages().summary;
  const move = review.decisive === null ? undefined : moves.get(review.decisive);
  const before = move && moments[move.moment];
  if (move === undefined || before === undefined) return texts.noTurn;
  return texts.turn({
    ply: move.ply,
    side: move.side,
    move: moveText(before, move.made),
    before: percent(move.before),
    after: percent(move.after),
  });
}

function accuracy({ review }: ReviewedGame): string {
  const texts = reviewMessages().summary;
  const sides = review.accuracy.map((each) =>
    messages.common.sideChance({ side: each.side, percent: percent(each.accuracy / 1000) }),
  );
  return sides.length === 0 ? '' : texts.accuracy({ sides });
}

function end({ result }: Pick<GameState, 'result'>): string {
  if (result === null) return '';
  const who =
    result.winner === null ? messages.game.over.draw : messages.common.wins({ name: messages.side[result.winner] });
  return reviewMessages().summary.end({ who, why: resultReason(result.by, result.winner, result.places[1]?.[0]) });
}

/** "You could have won by taking your own C."; undefined if the better move captures no own piece. */
export function ownPieceText({ ownPiece, wins, side }: ReviewedMove, you: Side | undefined): string | undefined {
  if (ownPiece === undefined) return undefined;
  return reviewMessages().ownPiece[wins ? 'wins' : 'better']({ you: you === side, side, letter: letterOf(ownPiece) });
}
