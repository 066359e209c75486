import type { Square } from '@terrace/rules';
import type { BoardProps } from '../board-props.ts';
import type { BoardView } from '../board-view.svelte.ts';
import type { Point } from '../geometry.ts';
import { Hand } from '../pointer-input.svelte.ts';
import type { BoardScene } from './board-scene.ts';
import { OrbitControls } from './orbit-controls.ts';

type Given = Pick<BoardProps, 'chooser' | 'targets'> & {
  readonly input: 'both' | 'click' | 'drag';
  onattend(square: Square | undefined): void;
};

/** What a pointer does on the 3D board: it moves pieces, turns the board, or only looks. */
export class BoardPointer {
  readonly #model: () => BoardScene | undefined;
  readonly #given: () => Given;
  readonly #sight: BoardView;
  readonly #hand: Hand;
  readonly #gestures: OrbitControls;
  readonly #movable = $derived.by(() => new Set(this.#given().targets.map((target) => target.from)));
  /** Called when a piece is put down by hand where it may go. */
  readonly #ondrop: (square: Square) => void;
  /** The click that follows a press that was already acted on. */
  #answered = false;
  /** Where the piece in hand is held. */
  drag = $state.raw<Point>();

  readonly shape = $derived.by(() => {
    const { attended, targets } = this.#sight;
    if (attended === undefined) return 'default';
    if (targets.some(({ to }) => to === attended)) return 'pointer';
    return this.#movable.has(attended) ? 'grab' : 'default';
  });

  constructor(
    model: () => BoardScene | undefined,
    sight: BoardView,
    given: () => Given,
    ondrop: (square: Square) => void,
  ) {
    this.#model = model;
    this.#sight = sight;
    this.#given = given;
    this.#ondrop = ondrop;
    this.#hand = new Hand(
      () => given().chooser,
      () => this.#movable,
      () => given().input,
    );
    this.#gestures = new OrbitControls(model, () => {
      if (this.#hand.holding) return 'holding';
      return given().chooser.choice.kind === 'none' ? undefined : 'choosing';
    });
  }

  /** The events of the element over the drawing, as attributes to spread on it. */
  readonly events = {
    /** A piece that may move is taken up at once; on anything else a press may begin a turn, and its click decides. */
    onpointerdown: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      const { square } = this.#under(event);
      const acts = square !== undefined && (this.#movable.has(square) || event.button === 2);
      this.#answered = acts && this.#hand.press(event, square);
      if (this.#hand.holding) event.currentTarget.setPointerCapture(event.pointerId);
      this.#gestures.down(event);
    },
    onpointermove: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      this.#hand.move(event);
      this.#gestures.move(event, event.currentTarget);
      const { square, point } = this.#gestures.turning ? {} : this.#under(event);
      this.drag = this.#hand.dragging ? point : undefined;
      if (this.#hand.dragging || event.pointerType === 'mouse') this.attend(square);
    },
    onpointerup: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      const { square } = this.#under(event);
      const target = this.#sight.targets.find(({ to }) => to === square);
      if (this.#hand.dragging && target) this.#ondrop(target.to);
      this.drag = undefined;
      this.#hand.release(square);
      this.#gestures.up(event);
    },
    onpointercancel: (event: PointerEvent): void => {
      this.drag = undefined;
      this.#hand.release(undefined);
      this.#gestures.up(event);
    },
    onpointerleave: (): void => this.attend(undefined),
    onclick: (event: MouseEvent & { currentTarget: HTMLElement }): void => {
      const here = event.target === event.currentTarget; // a reader's click on a square's button is answered there
      if (!this.#gestures.mayChoose(event) || this.#answered || !here) return;
      const { square } = this.#under(event);
      if (square !== undefined) this.#given().chooser.send({ type: 'choose', square });
    },
    ondblclick: (event: MouseEvent): void => this.#gestures.doubleClick(event),
    oncontextmenu: (event: MouseEvent): void => event.preventDefault(),
    onkeydown: ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      this.#hand.cancel();
      this.drag = undefined;
    },
  };

  /** Turns the wheel into nearness; to be attached by hand, as the wheel must not scroll the page as well. */
  readonly wheel = (element: HTMLElement): (() => void) => {
    const turn = (event: WheelEvent) => this.#gestures.wheel(event);
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  };

  attend(square: Square | undefined): void {
    this.#sight.attended = square;
    this.#given().onattend(square);
  }

  goHome(): void {
    this.#gestures.home();
  }

  #under(event: MouseEvent & { currentTarget: HTMLElement }): { square?: Square | undefined; point?: Point } {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return this.#model()?.under(event.clientX - left, event.clientY - top) ?? {};
  }
}
