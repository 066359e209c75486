import {
  type BoardSize,
  type Piece,
  parseSquare,
  type Rules,
  type Setup,
  SIDES,
  type Side,
  type Square,
  squareName,
} from '@terrace/rules';

/** How a side takes part: in the game, out of it already (R14, R15), or without a seat. */
export type Part = 'in' | 'out' | 'none';

/** One thing done to the board that is being set up. */
export type Edit =
  /** Whatever stood on the square leaves the board. */
  | { readonly type: 'put'; readonly square: Square; readonly piece: Piece }
  | { readonly type: 'move'; readonly from: Square; readonly to: Square }
  | { readonly type: 'remove'; readonly square: Square }
  | { readonly type: 'clear' }
  | { readonly type: 'part'; readonly side: Side; readonly part: Part }
  | { readonly type: 'turn'; readonly side: Side }
  | { readonly type: 'count'; readonly of: 'quiet' | 'ply'; readonly count: number }
  | { readonly type: 'rules'; readonly rules: Rules }
  | { readonly type: 'size'; readonly size: BoardSize }
  /** All of it anew, from a setup or a text. */
  | { readonly type: 'load'; readonly sketch: Setup };

/** The board after one edit; the same object if it changes nothing. */
export function edit(sketch: Setup, change: Edit): Setup {
  switch (change.type) {
    case 'put':
      return standing(sketch, change.square) === change.piece
        ? sketch
        : placed(sketch, (pieces) => pieces.set(change.square, change.piece));
    case 'move': {
      const piece = standing(sketch, change.from);
      if (piece === undefined || change.from === change.to) return sketch;
      return placed(sketch, (pieces) => {
        pieces.delete(change.from);
        pieces.set(change.to, piece);
      });
    }
    case 'remove':
      return standing(sketch, change.square) ? placed(sketch, (pieces) => pieces.delete(change.square)) : sketch;
    case 'clear':
      return sketch.pieces.size === 0 ? sketch : { ...sketch, pieces: new Map() };
    case 'part':
      return partOf(sketch, change.side) === change.part ? sketch : seated(sketch, change.side, change.part);
    case 'turn':
      return sketch.turn === change.side ? sketch : { ...sketch, turn: change.side };
    case 'count':
      return sketch[change.of] === change.count ? sketch : { ...sketch, [change.of]: change.count };
    case 'rules': {
      const { capture, sliding } = change.rules;
      const same = sketch.rules.capture === capture && sketch.rules.sliding === sliding;
      return same ? sketch : { ...sketch, rules: { capture, sliding } };
    }
    case 'size':
      return sketch.size === change.size ? sketch : resized(sketch, change.size);
    case 'load':
      return change.sketch;
  }
}

export const standing = ({ pieces }: Setup, square: Square): Piece | undefined => pieces.get(square);

export const partOf = ({ seats, out }: Setup, side: Side): Part =>
  out.includes(side) ? 'out' : seats.includes(side) ? 'in' : 'none';

function placed(sketch: Setup, change: (pieces: Map<Square, Piece>) => void): Setup {
  const pieces = new Map(sketch.pieces);
  change(pieces);
  return { ...sketch, pieces };
}

/** A side that is out, or has no seat, has no pieces either; and it is never to move while another side could be. */
function seated(sketch: Setup, side: Side, part: Part): Setup {
  const among = (sides: readonly Side[], yes: boolean) =>
    SIDES.filter((one) => (one === side ? yes : sides.includes(one)));
  const seats = among(sketch.seats, part !== 'none');
  const out = among(sketch.out, part === 'out');
  const inPlay = seats.filter((one) => !out.includes(one));
  const turn = inPlay.includes(sketch.turn) ? sketch.turn : (inPlay[0] ?? sketch.turn);
  const pieces = part === 'in' ? sketch.pieces : new Map([...sketch.pieces].filter(([, piece]) => piece.side !== side));
  return { ...sketch, seats, out, turn, pieces };
}

/** Pieces stay on the squares whose names both boards have. */
function resized(sketch: Setup, size: BoardSize): Setup {
  const pieces = [...sketch.pieces].flatMap(([square, piece]): [Square, Piece][] => {
    const there = parseSquare(size, squareName(sketch.size, square));
    return there === undefined ? [] : [[there, piece]];
  });
  return { ...sketch, size, pieces: new Map(pieces) };
}
