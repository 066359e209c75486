import type { Square } from '@terrace/rules';
import type { Selection } from './selection.svelte.ts';

const DRAG_PX = 6;

export const isDrag = (from: { clientX: number; clientY: number }, to: { clientX: number; clientY: number }): boolean =>
  Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) > DRAG_PX;

const RIGHT = 2;

/** The parts of a pointer event that both boards use; each finds the square under it in its own way. */
type Pointer = Pick<PointerEvent, 'clientX' | 'clientY' | 'button' | 'buttons' | 'isPrimary' | 'pointerType'>;

export class PointerInput {
  #dragging = $state(false);
  #press: { event: Pointer; from: Square } | undefined;
  readonly #selection: () => Selection;
  readonly #movable: () => ReadonlySet<Square>;
  readonly #input: () => 'both' | 'click' | 'drag';

  constructor(
    selection: () => Selection,
    movable: () => ReadonlySet<Square>,
    input: () => 'both' | 'click' | 'drag' = () => 'both',
  ) {
    this.#selection = selection;
    this.#movable = movable;
    this.#input = input;
  }

  get dragging(): boolean {
    return this.#dragging;
  }

  get holding(): boolean {
    return this.#press !== undefined;
  }

  /** @returns whether the press was handled, so that the click that follows must be ignored */
  press(event: Pointer, square: Square): boolean {
    const selection = this.#selection();
    if (!event.isPrimary) return false;
    if (event.button === 2) this.cancel();
    // A touch outside own pieces may start a scroll, so its click decides.
    if (event.button !== 0 || (event.pointerType === 'touch' && !this.#movable().has(square))) return false;
    selection.send({ type: 'press', square });
    const { state } = selection;
    if (state.kind === 'selected' && state.from === square) {
      this.#press = { event, from: square };
    }
    return true;
  }

  move(event: Pointer): void {
    if (this.#press === undefined) return;
    // Pressing a second button while the first is down fires no pointerdown.
    if ((event.buttons & RIGHT) !== 0) this.cancel();
    else if (this.#input() !== 'click') this.#dragging ||= isDrag(this.#press.event, event);
  }

  release(square: Square | undefined): void {
    if (this.#press === undefined) return;
    const dragged = this.#dragging;
    const { from } = this.#press;
    this.#endPress();
    // With click input, a second press chooses the target; with drag input, nothing stays selected after the release.
    const clicked = this.#input() === 'click';
    this.#selection().send({ type: 'release', square: clicked && !dragged ? from : square, dragged });
    if (this.#input() === 'drag' && this.#selection().state.kind === 'selected') this.cancel();
  }

  /** Cancels the move and puts the piece back: Esc, or the right button. */
  cancel(): void {
    this.#endPress();
    this.#selection().send({ type: 'cancel' });
  }

  #endPress(): void {
    this.#press = undefined;
    this.#dragging = false;
  }
}
