import type { Piece } from '@terrace/rules';
import { letterOf } from './format.ts';
import { messages } from './generated/messages.ts';

export const pieceText = (piece: Piece): string =>
  messages.owned({ side: messages.side[piece.side], letter: letterOf(piece) });
