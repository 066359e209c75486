import type { Piece } from '@terrace/rules';
import { side } from './seats.ts';

export const letter = (piece: Piece) => (piece.t ? 'T' : ' ABCD'.charAt(piece.size));
export const owned = (piece: Piece) => `${side[piece.side]}s ${letter(piece)}`;
