import type { Side, Square } from '@terrace/rules';
import type { PlacedPiece } from './board-state.ts';

/** A drawn piece; `id` survives moves, so that a move only updates its position. */
export type DrawnPiece = PlacedPiece & { readonly id: number; readonly selected: boolean; readonly lost: boolean };

type Marked = {
  readonly selected: Square | undefined;
  readonly moved: Square | undefined;
  readonly losers: readonly Side[];
};

/** Tracks pieces between positions: unchanged pieces keep their object identity. */
export class DrawnPieces {
  #drawn: readonly DrawnPiece[] = [];
  #lastId = 0;

  update(placed: readonly PlacedPiece[], { selected, moved, losers }: Marked): readonly DrawnPiece[] {
    const before = this.#identify(placed);
    const drawn = placed.map(({ square, piece }, n) => {
      const known = before[n];
      const next = { square, piece, selected: square === selected, lost: losers.includes(piece.side) };
      if (known === undefined) return { ...next, id: ++this.#lastId };
      const same = known.square === square && known.selected === next.selected && known.lost === next.lost;
      return same ? known : { ...next, id: known.id };
    });
    const places = new Map(this.#drawn.map(({ id }, n) => [id, n]));
    const height = ({ square, id }: DrawnPiece) =>
      square === moved ? Number.POSITIVE_INFINITY : (places.get(id) ?? places.size);
    this.#drawn = drawn.toSorted((a, b) => height(a) - height(b) || a.id - b.id);
    return this.#drawn;
  }

  /** Matches each piece to its earlier drawing: on the same square, else on a square it may have left. */
  #identify(placed: readonly PlacedPiece[]): readonly (DrawnPiece | undefined)[] {
    const left = new Map(this.#drawn.map((each) => [each.square, each]));
    const staying = placed.map(({ square, piece }) => {
      const here = left.get(square);
      if (here?.piece !== piece) return undefined;
      left.delete(square);
      return here;
    });
    return placed.map(({ piece }, n) => {
      const [square, come] = staying[n] ? [] : ([...left].find(([, each]) => each.piece === piece) ?? []);
      if (square !== undefined) left.delete(square);
      return staying[n] ?? come;
    });
  }
}
