import {
  checkPosition,
  formatSetup,
  type Piece,
  type Position,
  type PositionRefusal,
  parseSquare,
  type Result,
  type Setup,
  type Side,
  type Square,
  squareName,
} from '@terrace/rules';
import type { Goal } from '#lib/board/board-state.ts';
import { type Orientation, rotated } from '#lib/board/orientation.ts';
import { goalsOf } from '#lib/game/board-markers.ts';
import { sketchQuery } from '#lib/record/position-query.ts';
import { words } from '#lib/words/words.ts';
import { type Edit, edit, standing } from './edit.ts';
import { EMPTY, type Hand, step, type Touch } from './edit-tool.ts';
import { advance, begin, redo, type Timeline, undo } from './undo-history.ts';

/** A board being set up: what stands there, what is in the hand, and what the rules say to it. */
export class Editor {
  #line: Timeline<Setup>;
  #hand = $state.raw<Hand>(EMPTY);
  #told = $state('');
  /** The side whose pieces the palette offers where there is room for one side's only. */
  side = $state<Side>('south');
  outlook = $state<Orientation>('south');

  constructor(sketch: Setup) {
    this.#line = $state.raw(begin(sketch));
    this.side = sketch.turn;
  }

  get sketch(): Setup {
    return this.#line.now;
  }

  get hand(): Hand {
    return this.#hand;
  }

  /** What was done last, for those who hear the page. */
  get told(): string {
    return this.#told;
  }

  get canUndo(): boolean {
    return this.#line.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#line.future.length > 0;
  }

  readonly text: string = $derived.by(() => formatSetup(this.sketch));
  readonly query: string = $derived.by(() => sketchQuery(this.sketch));
  readonly check: Result<Position, PositionRefusal> = $derived.by(() => checkPosition(this.sketch));
  /** The square the check's refusal is about, where it is about one. */
  readonly fault: Square | undefined = $derived.by(() => {
    if (this.check.ok || !('square' in this.check.error)) return undefined;
    return parseSquare(this.sketch.size, this.check.error.square);
  });
  readonly goals: readonly Goal[] = $derived.by(() => goalsOf(this.sketch));

  touch(touch: Touch): void {
    const { hand, edit: change } = step(this.#hand, touch, this.sketch);
    this.#hand = hand;
    if (change !== undefined) this.edit(change);
  }

  edit(change: Edit): void {
    const next = edit(this.sketch, change);
    if (next === this.sketch) return;
    this.#told = this.#say(change);
    this.#go(advance(this.#line, next));
  }

  undo(): void {
    this.#told = words.editor.told.undone;
    this.#go(undo(this.#line));
  }

  redo(): void {
    this.#told = words.editor.told.redone;
    this.#go(redo(this.#line));
  }

  turn(): void {
    this.outlook = rotated(this.outlook, 1);
  }

  #go(line: Timeline<Setup>): void {
    this.#line = line;
    const { seats, out } = line.now;
    if (!seats.includes(this.side) || out.includes(this.side)) this.side = seats[0] ?? 'south';
    const { kind } = this.#hand;
    if (kind === 'lifted' || kind === 'asking') this.#hand = EMPTY;
    else if (this.#hand.kind === 'piece' && !seats.includes(this.#hand.piece.side)) this.#hand = EMPTY;
  }

  #say(change: Edit): string {
    const { told } = words.editor;
    const name = (square: Square) => squareName(this.sketch.size, square);
    const called = (piece: Piece | undefined) => (piece === undefined ? '' : words.board.piece(piece));
    switch (change.type) {
      case 'put':
        return told.put(called(change.piece), name(change.square));
      case 'move':
        return told.moved(called(standing(this.sketch, change.from)), name(change.from), name(change.to));
      case 'remove':
        return told.removed(called(standing(this.sketch, change.square)), name(change.square));
      case 'clear':
        return told.cleared;
      case 'load':
        return told.loaded;
      default:
        return '';
    }
  }
}
