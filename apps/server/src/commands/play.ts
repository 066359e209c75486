import { positionOf } from '@terrace/game';
import type { Command } from '@terrace/protocol';
import { err, formatMove, isLegal, type Move, ok, type Position, playOn, whyNot } from '@terrace/rules';
import { boardText, callsText, capital, statusText, titleLine } from './format.ts';
import type { GameAccess, Handler, Handlers } from './handler.ts';
import { parseMoveNow, squareNames } from './parse-move.ts';

/** What a player does at the board, or only tries there. */
export function createPlay(games: GameAccess): Handlers<'move' | 'preview' | 'resign' | 'propose' | 'undo'> {
  /** A command that needs no words of its own, and how to say that it is done. */
  const plain =
    (command: Command, done: string): Handler<'resign' | 'propose' | 'undo'> =>
    async (words, asker) => {
      const found = await games.find(words.board, asker);
      const sent = found.ok ? await games.send(found.value.id, command, asker) : found;
      return sent.ok ? ok(`${done} ${statusText(sent.value.state)}`) : sent;
    };

  return {
    async move(words, asker) {
      const found = await games.find(words.board, asker);
      if (!found.ok) return found;
      const { id, state } = found.value;
      const position = positionOf(state);
      const read = parseMoveNow(position, words.move);
      if (!read.ok) return read;
      const { move, ply } = read.value;
      const sent = await games.send(id, { type: 'move', ply, ...squareNames(position, move) }, asker);
      return sent.ok ? ok(`You play ${written(position, move)}. ${statusText(sent.value.state)}`) : sent;
    },

    async preview(words, asker) {
      const found = await games.find(words.board, asker);
      if (!found.ok) return found;
      const { id, state } = found.value;
      const position = positionOf(state);
      const read = parseMoveNow(position, words.move);
      if (!read.ok) return read;
      const { move, ply } = read.value;
      if (ply !== position.ply) return err({ code: 'stale', ply: position.ply });
      const played = playOn(state.history, move);
      if (!played.ok) {
        return err({ code: 'illegal-move', ...squareNames(position, move), why: whyNot(position, played.error) });
      }
      const line = `After ${formatMove(position, move)} by ${capital(position.turn)}, which is not played.`;
      const text = [titleLine(id, state.settings), '', boardText(played.value), '', line, ...callsText(played.value)];
      return ok(text.join('\n'));
    },

    resign: plain({ type: 'resign' }, 'You resign.'),
    propose: plain({ type: 'offer', offer: 'draw' }, 'You offer a draw.'),
    undo: plain({ type: 'offer', offer: 'takeback' }, 'You ask to take your last move back.'),
  };
}

/** In official notation (R20), unless the game changed under the command and the move fits what we did not see. */
function written(position: Position, move: Move): string {
  if (isLegal(position, move)) return formatMove(position, move);
  const { from, to } = squareNames(position, move);
  return `${from}-${to}`;
}
