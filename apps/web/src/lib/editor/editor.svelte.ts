import { pieceText } from '@terrace/messages';
import { editorMessages } from '@terrace/messages/editor';
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
import { goalsOf } from '#lib/board/moves.ts';
import { type Orientation, rotate } from '#lib/board/orientation.ts';
import { setupQuery } from '#lib/notation/position-query.ts';
import { type Edit, edit, pieceOn } from './edit.ts';
import { activeSquare, applyTool, type EditTool, NO_TOOL, type ToolInput } from './edit-tool.ts';
import { createHistory, push, redo, type UndoHistory, undo } from './undo-history.ts';

export class Editor {
  #history: UndoHistory<Setup>;
  tool = $state.raw<EditTool>(NO_TOOL);
  announcement = $state('');
  /** The side in the palette when it shows only one. */
  side = $state<Side>('south');
  orientation = $state<Orientation>('south');

  constructor(setup: Setup) {
    this.#history = $state.raw(createHistory(setup));
    this.side = setup.turn;
  }

  get setup(): Setup {
    return this.#history.now;
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  readonly text: string = $derived.by(() => formatSetup(this.setup));
  readonly query: string = $derived.by(() => setupQuery(this.setup));
  readonly check: Result<Position, PositionRefusal> = $derived.by(() => checkPosition(this.setup));
  readonly errorSquare: Square | undefined = $derived.by(() => {
    if (this.check.ok || !('square' in this.check.error)) return undefined;
    return parseSquare(this.setup.size, this.check.error.square);
  });
  readonly activeSquare: Square | undefined = $derived.by(() => activeSquare(this.tool));
  readonly goals: readonly Goal[] = $derived.by(() => goalsOf(this.setup));

  useTool(input: ToolInput): void {
    const { tool, edit: change } = applyTool(this.tool, input, this.setup);
    this.tool = tool;
    if (change !== undefined) this.edit(change);
  }

  edit(change: Edit): void {
    const next = edit(this.setup, change);
    if (next === this.setup) return;
    this.announcement = this.#announcementFor(change);
    this.#go(push(this.#history, next));
  }

  undo(): void {
    this.announcement = editorMessages().announcements.undone;
    this.#go(undo(this.#history));
  }

  redo(): void {
    this.announcement = editorMessages().announcements.redone;
    this.#go(redo(this.#history));
  }

  turn(): void {
    this.orientation = rotate(this.orientation, 1);
  }

  #go(history: UndoHistory<Setup>): void {
    this.#history = history;
    const { seats, out } = history.now;
    if (!seats.includes(this.side) || out.includes(this.side)) this.side = seats[0] ?? 'south';
    const { kind } = this.tool;
    if (kind === 'lifted' || kind === 'choosing') this.tool = NO_TOOL;
    else if (this.tool.kind === 'piece' && !seats.includes(this.tool.piece.side)) this.tool = NO_TOOL;
  }

  #announcementFor(change: Edit): string {
    const { announcements } = editorMessages();
    const name = (square: Square) => squareName(this.setup.size, square);
    const called = (piece: Piece | undefined) => (piece === undefined ? '' : pieceText(piece));
    switch (change.type) {
      case 'put':
        return announcements.put({ piece: called(change.piece), square: name(change.square) });
      case 'move':
        return announcements.moved({
          piece: called(pieceOn(this.setup, change.from)),
          from: name(change.from),
          to: name(change.to),
        });
      case 'remove':
        return announcements.removed({
          piece: called(pieceOn(this.setup, change.square)),
          square: name(change.square),
        });
      case 'clear':
        return announcements.cleared;
      case 'load':
        return announcements.loaded;
      default:
        return '';
    }
  }
}
