import { pieceAt, type Square, terraceOf } from '@terrace/rules';
import { untrack } from 'svelte';
import type { BoardOptions, BoardState } from './board-state.ts';
import { type BoardGeometry, boardGeometry } from './geometry.ts';
import { goalPathsIn, goalsOf } from './moves.ts';
import { radius } from './piece-shape.ts';
import { region } from './terrain.ts';

/** What follows from a board's state and options, in 2D and in 3D alike. */
export class BoardView {
  readonly #board: () => BoardState;
  readonly #options: () => BoardOptions;
  /** The square the pointer or the keyboard's cursor is on. */
  hovered = $state.raw<Square>();
  #geometry: BoardGeometry;

  readonly position = $derived.by(() => this.#board().position);
  readonly lastMove = $derived.by(() => this.#board().lastMove);
  readonly queued = $derived.by(() => this.#board().queued);
  readonly call = $derived.by(() => this.#board().call);
  readonly end = $derived.by(() => this.#board().end);
  readonly arrows = $derived.by(() => this.#board().arrows ?? []);
  readonly goals = $derived.by(() => goalsOf(this.position));
  readonly goalPaths = $derived.by(() => (this.#options().way ? goalPathsIn(this.position) : []));

  /** The square of the selected piece; undefined while a queued move waits. */
  readonly selected = $derived.by(() => {
    const { state } = this.#board().selection;
    return state.kind === 'none' || state.kind === 'queued' ? undefined : state.from;
  });
  /** The own capture that a second click makes. */
  readonly armed = $derived.by(() => {
    const { state } = this.#board().selection;
    return state.kind === 'selected' ? state.armed : undefined;
  });
  /** The moves of the selected piece. */
  readonly targets = $derived.by(() => this.#board().targets.filter(({ from }) => from === this.selected));
  /** The squares whose piece may be selected. */
  readonly movable: ReadonlySet<Square> = $derived.by(() => new Set(this.#board().targets.map(({ from }) => from)));

  /** The outline of the terrace under the pointer, as a path in board units. */
  readonly outline = $derived.by(() => {
    const { hovered, geometry } = this;
    if (hovered === undefined) return '';
    const terrace = terraceOf(geometry.size, hovered);
    const inside = geometry.heightmap.map((line, row) =>
      line.map((_, column) => {
        const square = geometry.squareAt({ column, row });
        return square !== undefined && terraceOf(geometry.size, square) === terrace ? 1 : 0;
      }),
    );
    return region(inside, (one) => one === 1);
  });

  readonly pieceOn = (square: Square) => pieceAt(this.position, square);
  /** Of the piece on a square, in board units; 0 on a vacant one. */
  readonly radiusAt = (square: Square): number => {
    const piece = this.pieceOn(square);
    return piece === undefined ? 0 : radius(piece);
  };

  constructor(board: () => BoardState, options: () => BoardOptions) {
    this.#board = board;
    this.#options = options;
    const current = () => boardGeometry(this.position.size, board().orientation);
    this.#geometry = $state.raw(untrack(current));
    $effect.pre(() => {
      this.#geometry = current();
    });
  }

  /** A state and no derived value: hundreds of effects read it, and a move would have each of them ask whether it has changed. */
  get geometry(): BoardGeometry {
    return this.#geometry;
  }
}
