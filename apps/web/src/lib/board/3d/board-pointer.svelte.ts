import type { Square } from '@terrace/rules';
import type { BoardOptions } from '../board-state.ts';
import type { BoardView } from '../board-view.svelte.ts';
import type { Point } from '../geometry.ts';
import { SQUARE } from '../heightmap.ts';
import { PointerInput } from '../pointer-input.svelte.ts';
import type { Selection } from '../selection.svelte.ts';
import type { BoardScene } from './board-scene.ts';
import { OrbitControls } from './orbit-controls.ts';

type BoardPointerOptions = {
  readonly scene: () => BoardScene | undefined;
  readonly view: BoardView;
  readonly selection: () => Selection;
  readonly input: () => BoardOptions['input'];
  onhover(square: Square | undefined): void;
  ondrop(square: Square): void;
};

export class BoardPointer {
  readonly #options: BoardPointerOptions;
  readonly #view: BoardView;
  readonly #input: PointerInput;
  readonly #controls: OrbitControls;
  /** The press was handled, so the click that follows it is ignored. */
  #handled = false;
  drag = $state.raw<Point>();
  /** Position of the dragging finger, in board units of the picture. */
  finger = $state.raw<Point>();

  readonly cursor = $derived.by(() => {
    const { hovered, targets, movable } = this.#view;
    if (hovered === undefined) return 'default';
    if (targets.some(({ to }) => to === hovered)) return 'pointer';
    return movable.has(hovered) ? 'grab' : 'default';
  });

  constructor(options: BoardPointerOptions) {
    this.#options = options;
    this.#view = options.view;
    this.#input = new PointerInput(options.selection, () => options.view.movable, options.input);
    this.#controls = new OrbitControls(
      () => options.scene()?.camera,
      () => {
        if (this.#input.holding) return 'holding';
        return options.selection().state.kind === 'none' ? undefined : 'choosing';
      },
    );
  }

  readonly events = {
    /** A press selects a movable piece at once; elsewhere it may start an orbit, and the click decides. */
    onpointerdown: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      const { square } = this.#under(event);
      const acts = square !== undefined && (this.#view.movable.has(square) || event.button === 2);
      this.#handled = acts && this.#input.press(event, square);
      if (this.#input.holding) event.currentTarget.setPointerCapture(event.pointerId);
      this.#controls.down(event);
    },
    onpointermove: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      this.#input.move(event);
      this.#controls.move(event, event.currentTarget);
      const { square, point } = this.#controls.turning ? {} : this.#under(event);
      this.drag = this.#input.dragging ? point : undefined;
      const touched = this.#input.dragging && event.pointerType === 'touch';
      this.finger = touched ? this.#inPicture(event) : undefined;
      if (this.#input.dragging || event.pointerType === 'mouse') this.hover(square);
    },
    onpointerup: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      const { square } = this.#under(event);
      const target = this.#view.targets.find(({ to }) => to === square);
      if (this.#input.dragging && target) this.#options.ondrop(target.to);
      this.#put();
      this.#input.release(square);
      this.#controls.up(event);
    },
    onpointercancel: (event: PointerEvent): void => {
      this.#put();
      this.#input.release(undefined);
      this.#controls.up(event);
    },
    onpointerleave: (): void => this.hover(undefined),
    onclick: (event: MouseEvent & { currentTarget: HTMLElement }): void => {
      const here = event.target === event.currentTarget; // clicks on a square's button, as from a screen reader, are handled there
      if (!this.#controls.mayChoose(event) || this.#handled || !here) return;
      const { square } = this.#under(event);
      if (square !== undefined) this.#options.selection().send({ type: 'choose', square });
    },
    ondblclick: (event: MouseEvent): void => this.#controls.doubleClick(event),
    oncontextmenu: (event: MouseEvent): void => event.preventDefault(),
    onkeydown: ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      this.#input.cancel();
      this.#put();
    },
  };

  /** Wheel zoom. An attachment, because only a non-passive listener can stop the page from scrolling. */
  readonly wheel = (element: HTMLElement): (() => void) => {
    const turn = (event: WheelEvent) => this.#controls.wheel(event);
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  };

  hover(square: Square | undefined): void {
    this.#view.hovered = square;
    this.#options.onhover(square);
  }

  resetView(): void {
    this.#controls.reset();
  }

  #put(): void {
    this.drag = undefined;
    this.finger = undefined;
  }

  #inPicture({ clientX, clientY, currentTarget }: MouseEvent & { currentTarget: HTMLElement }): Point {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const unit = width / (this.#view.geometry.size * SQUARE);
    return { x: (clientX - left) / unit, y: (clientY - top) / unit };
  }

  #under(event: MouseEvent & { currentTarget: HTMLElement }): { square?: Square | undefined; point?: Point } {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return this.#options.scene()?.under(event.clientX - left, event.clientY - top) ?? {};
  }
}
