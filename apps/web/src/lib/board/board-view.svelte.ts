import { type Square, terraceOf } from '@terrace/rules';
import type { BoardProps } from './board-props.ts';
import { boardGeometry } from './geometry.ts';
import { COURSE, region } from './terrain.ts';

type Given = Pick<BoardProps, 'position' | 'bottom' | 'chooser' | 'targets'>;

/** What a board shows of its own accord, drawn in 2D or 3D: its outlook, what is chosen, what is looked at. */
export class BoardView {
  readonly #given: () => Given;
  /** The square the pointer or the keyboard's cursor is on. */
  attended = $state.raw<Square>();

  readonly view = $derived.by(() => boardGeometry(this.#given().position.size, this.#given().bottom));
  /** Width of the squares, in board units. */
  readonly extent = $derived.by(() => this.view.size * 100);
  /** Height of the board's box, its front face included, in board units. */
  readonly height = $derived.by(() => this.extent + this.view.size * COURSE + 4);

  /** Where the chosen piece stands; a queued move chooses none. */
  readonly from = $derived.by(() => {
    const { choice } = this.#given().chooser;
    return choice.kind === 'none' || choice.kind === 'queued' ? undefined : choice.from;
  });
  readonly targets = $derived.by(() => this.#given().targets.filter((target) => target.from === this.from));

  /** The outline of the terrace that is looked at, as a path in board units. */
  readonly outline = $derived.by(() => {
    const { attended, view } = this;
    if (attended === undefined) return '';
    const terrace = terraceOf(view.size, attended);
    const inside = view.heightmap.map((line, row) =>
      line.map((_, column) => {
        const square = view.squareAt({ column, row });
        return square !== undefined && terraceOf(view.size, square) === terrace ? 1 : 0;
      }),
    );
    return region(inside, (one) => one === 1);
  });

  constructor(given: () => Given) {
    this.#given = given;
  }
}
