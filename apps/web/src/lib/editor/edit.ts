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

/** A side is in the game, already out of it (R14, R15), or has no seat. */
export type SeatState = 'in' | 'out' | 'none';

export type Edit =
  | { readonly type: 'put'; readonly square: Square; readonly piece: Piece }
  | { readonly type: 'move'; readonly from: Square; readonly to: Square }
  | { readonly type: 'remove'; readonly square: Square }
  | { readonly type: 'clear' }
  | { readonly type: 'part'; readonly side: Side; readonly part: SeatState }
  | { readonly type: 'turn'; readonly side: Side }
  | { readonly type: 'count'; readonly of: 'quiet' | 'ply'; readonly count: number }
  | { readonly type: 'rules'; readonly rules: Rules }
  | { readonly type: 'size'; readonly size: BoardSize }
  | { readonly type: 'load'; readonly setup: Setup };

/** The setup after one edit; the same object if nothing changes. */
export function edit(setup: Setup, change: Edit): Setup {
  switch (change.type) {
    case 'put':
      return pieceOn(setup, change.square) === change.piece
        ? setup
        : placed(setup, (pieces) => pieces.set(change.square, change.piece));
    case 'move': {
      const piece = pieceOn(setup, change.from);
      if (piece === undefined || change.from === change.to) return setup;
      return placed(setup, (pieces) => {
        pieces.delete(change.from);
        pieces.set(change.to, piece);
      });
    }
    case 'remove':
      return pieceOn(setup, change.square) ? placed(setup, (pieces) => pieces.delete(change.square)) : setup;
    case 'clear':
      return setup.pieces.size === 0 ? setup : { ...setup, pieces: new Map() };
    case 'part':
      return seatState(setup, change.side) === change.part ? setup : seated(setup, change.side, change.part);
    case 'turn':
      return setup.turn === change.side ? setup : { ...setup, turn: change.side };
    case 'count':
      return setup[change.of] === change.count ? setup : { ...setup, [change.of]: change.count };
    case 'rules': {
      const { capture, sliding } = change.rules;
      const same = setup.rules.capture === capture && setup.rules.sliding === sliding;
      return same ? setup : { ...setup, rules: { capture, sliding } };
    }
    case 'size':
      return setup.size === change.size ? setup : resized(setup, change.size);
    case 'load':
      return change.setup;
  }
}

export const pieceOn = ({ pieces }: Setup, square: Square): Piece | undefined => pieces.get(square);

export const seatState = ({ seats, out }: Setup, side: Side): SeatState =>
  out.includes(side) ? 'out' : seats.includes(side) ? 'in' : 'none';

function placed(setup: Setup, change: (pieces: Map<Square, Piece>) => void): Setup {
  const pieces = new Map(setup.pieces);
  change(pieces);
  return { ...setup, pieces };
}

/** A side that is out or has no seat has no pieces, and is not to move if another side could be. */
function seated(setup: Setup, side: Side, part: SeatState): Setup {
  const among = (sides: readonly Side[], yes: boolean) =>
    SIDES.filter((one) => (one === side ? yes : sides.includes(one)));
  const seats = among(setup.seats, part !== 'none');
  const out = among(setup.out, part === 'out');
  const inPlay = seats.filter((one) => !out.includes(one));
  const turn = inPlay.includes(setup.turn) ? setup.turn : (inPlay[0] ?? setup.turn);
  const pieces = part === 'in' ? setup.pieces : new Map([...setup.pieces].filter(([, piece]) => piece.side !== side));
  return { ...setup, seats, out, turn, pieces };
}

/** Pieces keep their squares if both boards have them. */
function resized(setup: Setup, size: BoardSize): Setup {
  const pieces = [...setup.pieces].flatMap(([square, piece]): [Square, Piece][] => {
    const there = parseSquare(size, squareName(setup.size, square));
    return there === undefined ? [] : [[there, piece]];
  });
  return { ...setup, size, pieces: new Map(pieces) };
}
