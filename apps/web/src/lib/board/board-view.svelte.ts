import { pieceAt, type Square, terraceOf } from '@terrace/rules';
import { untrack } from 'svelte';
import type { BoardOptions, BoardState } from './board-state.ts';
import { type BoardGeometry, boardGeometry } from './geometry.ts';
import { goalPathsIn, goalsOf } from './moves.ts';
import { radius } from './piece-shape.ts';
import { regionPath } from './terrain.ts';

export class BoardView {
  readonly #board: () => BoardState;
  readonly #options: () => BoardOptions;
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

  /** The square of the selected piece; undefined while a premove is queued. */
  readonly selected = $derived.by(() => {
    const { state } = this.#board().selection;
    return state.kind === 'none' || state.kind === 'queued' ? undefined : state.from;
  });
  readonly armed = $derived.by(() => {
    const { state } = this.#board().selection;
    return state.kind === 'selected' ? state.armed : undefined;
  });
  readonly targets = $derived.by(() => this.#board().targets.filter(({ from }) => from === this.selected));
  readonly movable: ReadonlySet<Square> = $derived.by(() => new Set(this.#board().targets.map(({ from }) => from)));

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
    return regionPath(inside, (one) => one === 1);
  });

  readonly pieceOn = (square: Square) => pieceAt(this.position, square);
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

  /** `$state` rather than `$derived`: a derived value would make hundreds of dependent effects re-check on each move. */
  get geometry(): BoardGeometry {
    return this.#geometry;
  }
}
