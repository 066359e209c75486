import type { Side, Square } from '@terrace/rules';
import type { PlacedPiece } from './board-state.ts';

/** A piece as it is drawn; `id` stays with it wherever it goes, so that a move redraws nothing but its place. */
export type DrawnPiece = PlacedPiece & { readonly id: number; readonly selected: boolean; readonly lost: boolean };

/** What is drawn otherwise than the rest. */
type Marked = {
  readonly selected: Square | undefined;
  /** Where the last move ended. */
  readonly moved: Square | undefined;
  readonly losers: readonly Side[];
};

/** The pieces of a drawing from one position to the next: whatever has not changed is the same object as before. */
export class DrawnPieces {
  #drawn: readonly DrawnPiece[] = [];
  #lastId = 0;

  /** The pieces in the order in which they are drawn: the one that moved last passes over the others. */
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

  /** For each piece what it was drawn as before: on its square, or else on a square it may have come from. */
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
