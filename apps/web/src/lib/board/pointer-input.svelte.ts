import type { Square } from '@terrace/rules';
import type { Selection } from './selection.svelte.ts';

const DRAG_PX = 6;

/** Whether a press has moved so far that it is a drag. */
export const isDrag = (from: { clientX: number; clientY: number }, to: { clientX: number; clientY: number }): boolean =>
  Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) > DRAG_PX;

/** Among a pointer's `buttons`. */
const RIGHT = 2;

/** What a pointer's events say; 2D and 3D boards find the square under it each in its own way. */
type Pointer = Pick<PointerEvent, 'clientX' | 'clientY' | 'button' | 'buttons' | 'isPrimary' | 'pointerType'>;

/** One pointer on a 2D or 3D board: it presses, drags and releases, or cancels. */
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

  /** Whether the held piece follows the pointer. */
  get dragging(): boolean {
    return this.#dragging;
  }

  /** Whether a piece is held at all, dragged or not yet. */
  get holding(): boolean {
    return this.#press !== undefined;
  }

  /**
   * A pointer went down on a square.
   * @returns whether that was acted on: the click that follows means nothing then
   */
  press(event: Pointer, square: Square): boolean {
    const selection = this.#selection();
    if (!event.isPrimary) return false;
    if (event.button === 2) this.cancel();
    // A finger on anything but an own piece may be the start of a scroll: its click decides.
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
    // A second button pressed while the first is down makes no event of its own.
    if ((event.buttons & RIGHT) !== 0) this.cancel();
    else if (this.#input() !== 'click') this.#dragging ||= isDrag(this.#press.event, event);
  }

  /** The pointer went up over a square, or over none. */
  release(square: Square | undefined): void {
    if (this.#press === undefined) return;
    const dragged = this.#dragging;
    const { from } = this.#press;
    this.#endPress();
    // Who only clicks chooses where to go by a second press; who only drags has no piece selected after letting go.
    const clicked = this.#input() === 'click';
    this.#selection().send({ type: 'release', square: clicked && !dragged ? from : square, dragged });
    if (this.#input() === 'drag' && this.#selection().state.kind === 'selected') this.cancel();
  }

  /** Puts the piece back and chooses nothing: Esc, or the right button. */
  cancel(): void {
    this.#endPress();
    this.#selection().send({ type: 'cancel' });
  }

  #endPress(): void {
    this.#press = undefined;
    this.#dragging = false;
  }
}
