import type { Piece, Setup, Square } from '@terrace/rules';
import { type Edit, standing } from './edit.ts';

/** What the next square chosen is for. */
export type Hand =
  | { readonly kind: 'empty' }
  /** From the palette: stands wherever a square is chosen, until it is laid aside. */
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'eraser' }
  /** Taken up from the board: goes to the square chosen next. */
  | { readonly kind: 'lifted'; readonly from: Square }
  /** A vacant square asks which piece it shall have. */
  | { readonly kind: 'asking'; readonly on: Square };

export const EMPTY: Hand = { kind: 'empty' };

export type Touch =
  /** A click, a tap, or Enter on a square. */
  | { readonly type: 'choose'; readonly square: Square }
  /** A piece was dragged to a square, or off the board. */
  | { readonly type: 'drag'; readonly from: Square; readonly to: Square | undefined }
  /** A piece was dragged from the palette. */
  | { readonly type: 'drop'; readonly piece: Piece; readonly on: Square }
  | { readonly type: 'remove'; readonly square: Square }
  /** The answer to which piece a square shall have. */
  | { readonly type: 'answer'; readonly piece: Piece }
  /** Something of the palette; the same again lays it aside. */
  | { readonly type: 'take'; readonly tool: Piece | 'eraser' }
  | { readonly type: 'cancel' };

export type Step = { readonly hand: Hand; readonly edit?: Edit };

/** One step of setting up a board by hand. Pure: all that mouse, finger and keys do is a walk through this function. */
export function step(hand: Hand, touch: Touch, sketch: Setup): Step {
  switch (touch.type) {
    case 'choose':
      return choose(hand, touch.square, sketch);
    case 'drag':
      return {
        hand: hand.kind === 'lifted' ? EMPTY : hand,
        edit:
          touch.to === undefined
            ? { type: 'remove', square: touch.from }
            : { type: 'move', from: touch.from, to: touch.to },
      };
    case 'drop':
      return { hand, edit: { type: 'put', square: touch.on, piece: touch.piece } };
    case 'remove': {
      const about = hand.kind === 'lifted' ? hand.from : hand.kind === 'asking' ? hand.on : undefined;
      return { hand: about === touch.square ? EMPTY : hand, edit: { type: 'remove', square: touch.square } };
    }
    case 'answer':
      return hand.kind === 'asking'
        ? { hand: EMPTY, edit: { type: 'put', square: hand.on, piece: touch.piece } }
        : { hand };
    case 'take':
      return { hand: take(hand, touch.tool) };
    case 'cancel':
      return { hand: EMPTY };
  }
}

function choose(hand: Hand, square: Square, sketch: Setup): Step {
  const there = standing(sketch, square);
  switch (hand.kind) {
    case 'piece':
      return there === hand.piece
        ? { hand, edit: { type: 'remove', square } }
        : { hand, edit: { type: 'put', square, piece: hand.piece } };
    case 'eraser':
      return { hand, edit: { type: 'remove', square } };
    case 'lifted':
      return square === hand.from
        ? { hand: EMPTY }
        : { hand: EMPTY, edit: { type: 'move', from: hand.from, to: square } };
    case 'asking':
      if (square === hand.on) return { hand: EMPTY };
  }
  return { hand: there === undefined ? { kind: 'asking', on: square } : { kind: 'lifted', from: square } };
}

function take(hand: Hand, tool: Piece | 'eraser'): Hand {
  if (tool === 'eraser') return hand.kind === 'eraser' ? EMPTY : { kind: 'eraser' };
  return hand.kind === 'piece' && hand.piece === tool ? EMPTY : { kind: 'piece', piece: tool };
}
