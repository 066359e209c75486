import { illegalMoveText, letterOf, messages } from '@terrace/messages';
import {
  explainIllegal,
  type Illegal,
  type Move,
  type Position,
  parseSquare,
  pieceAt,
  play,
  type Square,
  startHistory,
} from '@terrace/rules';
import type { BoardState, MoveTrace, Target } from '#lib/board/board-state.ts';
import { legalTargets, movableAmong, traceMove } from '#lib/board/moves.ts';
import { RefusedSquare } from '#lib/board/refused-square.svelte.ts';
import { type Intent, type Movable, Selection } from '#lib/board/selection.svelte.ts';
import { currentCall } from '#lib/game/board-markers.ts';
import { type Exercise, type LessonMove, moveIn, positionIn } from './exercise.ts';

/** Delay of the other side's move, so that the learner sees their own move first. */
const REPLY_DELAY_MS = 700;

export type Feedback = { readonly right: boolean; readonly text: string };

export type ExerciseWords = {
  readonly done: string;
  readonly other: string | ((before: Position, move: Move) => string);
  readonly answers: Partial<Record<Illegal['code'], string>>;
};

export class LessonSession implements BoardState {
  readonly orientation = 'south';
  readonly lesson: Exercise;
  readonly selection: Selection;
  readonly #words: () => ExerciseWords;
  readonly #ondone: () => void;
  position: Position;
  step = $state(0);
  done = $state(false);
  #waiting = $state(false);
  lastMove = $state.raw<MoveTrace | undefined>();
  feedback = $state.raw<Feedback | undefined>();
  readonly #refused = new RefusedSquare();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param words called on each use, because texts may be loaded after the session has begun */
  constructor(lesson: Exercise, words: () => ExerciseWords, ondone: () => void) {
    this.lesson = lesson;
    this.#words = words;
    this.#ondone = ondone;
    this.position = $state.raw(positionIn(lesson));
    this.selection = new Selection(
      () => this.#movable,
      (intent) => this.#act(intent),
    );
  }

  readonly targets: readonly Target[] = $derived.by(() => {
    if (this.done || this.#waiting || this.lesson.task.kind === 'find') return [];
    return legalTargets(this.position);
  });
  readonly #movable: Movable = $derived.by(() => movableAmong(this.targets));

  readonly call = $derived.by(() => currentCall(startHistory(this.position)));

  get refused(): Square | undefined {
    return this.#refused.current;
  }

  show(): void {
    const { task } = this.lesson;
    if (this.done || this.#waiting) return;
    this.selection.send({ type: 'cancel' });
    if (task.kind === 'find') {
      const square = parseSquare(this.position.size, task.solution);
      if (square !== undefined) this.#find(square);
      return;
    }
    const step = task.steps[this.step];
    if (step === undefined) return;
    this.#make(step, moveIn(this.position, step.solution), () => this.show());
  }

  /** Stops all timers; call before another lesson is shown. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#refused.clear();
  }

  #act(intent: Intent): void {
    this.feedback = undefined;
    const { task } = this.lesson;
    if (this.done || this.#waiting) return;
    if (task.kind === 'find') {
      if (intent.type === 'inspect') this.#point(intent.square);
      return;
    }
    const step = task.steps[this.step];
    if (intent.type === 'inspect') this.feedback = this.#aboutNoMove(intent.square);
    if (intent.type === 'refused') this.#refuse(intent.from, intent.to);
    if (intent.type !== 'move' || step === undefined) return;
    if (step.accepts(this.position, intent)) this.#make(step, intent);
    else this.#answerOther(intent);
  }

  #point(square: Square): void {
    const { task } = this.lesson;
    if (task.kind === 'find' && task.accepts(this.position, square)) this.#find(square);
    else this.#answerOther({ from: square, to: square });
  }

  #answerOther(move: Move): void {
    const { other } = this.#words();
    this.feedback = { right: false, text: typeof other === 'string' ? other : other(this.position, move) };
    this.#refused.show(move.to);
  }

  #find(square: Square): void {
    this.lastMove = { number: 1, from: square, to: square, path: [square], kind: 'level' };
    this.#finish();
  }

  #make(step: LessonMove, move: Move, then?: () => void): void {
    this.#play(move);
    const { task } = this.lesson;
    this.step += 1;
    if (task.kind === 'play' && this.step === task.steps.length) {
      this.#finish();
      return;
    }
    this.#waiting = true;
    this.#timer = setTimeout(() => {
      if (step.reply !== undefined) this.#play(moveIn(this.position, step.reply));
      this.#waiting = false;
      if (then !== undefined) this.#timer = setTimeout(then, REPLY_DELAY_MS);
    }, REPLY_DELAY_MS);
  }

  #play(move: Move): void {
    const before = this.position;
    const after = play(before, move);
    if (!after.ok) throw new Error(`the lesson ${this.lesson.key} plays a move that is refused: ${after.error.code}`);
    this.position = after.value;
    this.lastMove = traceMove(before, move);
  }

  #finish(): void {
    this.done = true;
    this.feedback = { right: true, text: this.#words().done };
    this.#ondone();
  }

  #refuse(from: Square, to: Square): void {
    const why = explainIllegal(this.position, from, to);
    if (why === undefined) return;
    this.feedback = { right: false, text: this.#words().answers[why.code] ?? illegalMoveText(why) };
    this.#refused.show(to);
  }

  #aboutNoMove(square: Square): Feedback | undefined {
    const piece = pieceAt(this.position, square);
    if (piece === undefined) return undefined;
    const own = piece.side === this.position.turn;
    const text = own ? messages.board.noMoves({ name: letterOf(piece) }) : messages.board.notYourPiece;
    return { right: false, text };
  }
}
