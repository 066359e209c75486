import {
  explainIllegal,
  goalSquare,
  legalMoves,
  type Move,
  moveKind,
  type Position,
  parseSquare,
  pieceAt,
  play,
  type Square,
  slidePath,
} from '@terrace/rules';
import type { Goal, MoveTrace, Target } from '#lib/board/board-state.ts';
import { Selection } from '#lib/board/selection.svelte.ts';
import type { Intent, Movable } from '#lib/board/selection-state.ts';
import { learnWords } from '#lib/words/pages/learn.ts';
import { words } from '#lib/words/words.ts';
import { type Lesson, moveIn, positionIn, type Step } from './lessons.ts';

const REFUSED_MS = 900;
/** The other side takes this long over its move, so that one's own is seen first. */
const REPLY_MS = 700;

/** What the board says to what was done: it is right, or why it is not. */
export type Said = { readonly right: boolean; readonly text: string };

/** One lesson as it is being done on the board. The rules themselves are the judge. */
export class LessonRun {
  readonly lesson: Lesson;
  readonly chooser: Selection;
  readonly #ondone: () => void;
  #position: Position;
  #step = $state(0);
  #done = $state(false);
  #waiting = $state(false);
  #last = $state.raw<MoveTrace | undefined>();
  #said = $state.raw<Said | undefined>();
  #refused = $state.raw<Square | undefined>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(lesson: Lesson, ondone: () => void) {
    this.lesson = lesson;
    this.#ondone = ondone;
    this.#position = $state.raw(positionIn(lesson));
    this.chooser = new Selection(
      () => this.#playable,
      (intent) => this.#act(intent),
    );
  }

  readonly targets: readonly Target[] = $derived.by(() => {
    if (this.#done || this.#waiting || this.lesson.task.kind === 'find') return [];
    return legalMoves(this.#position).map((move) => ({ ...move, kind: moveKind(this.#position, move) }));
  });
  readonly goals: readonly Goal[] = $derived.by(() => {
    const { size, seats } = this.#position;
    const bySquare = Map.groupBy(seats, (side) => goalSquare(size, side));
    return [...bySquare].map(([square, sides]) => ({ square, sides }));
  });
  readonly #playable: Movable = $derived.by(() => {
    const bySource = Map.groupBy(this.targets, ({ from }) => from);
    return {
      when: this.targets.length > 0 ? 'now' : 'never',
      own: new Set(bySource.keys()),
      targets: (from) => new Set(bySource.get(from)?.map(({ to }) => to)),
      needsConfirmation: () => false,
    };
  });

  get position(): Position {
    return this.#position;
  }

  get done(): boolean {
    return this.#done;
  }

  get last(): MoveTrace | undefined {
    return this.#last;
  }

  get said(): Said | undefined {
    return this.#said;
  }

  get refused(): Square | undefined {
    return this.#refused;
  }

  /** Does the rest of the task by itself. */
  show(): void {
    const { task } = this.lesson;
    if (this.#done || this.#waiting) return;
    this.chooser.send({ type: 'cancel' });
    if (task.kind === 'find') {
      const square = parseSquare(this.#position.size, task.solution);
      if (square !== undefined) this.#find(square);
      return;
    }
    const step = task.steps[this.#step];
    if (step === undefined) return;
    this.#make(step, moveIn(this.#position, step.solution), () => this.show());
  }

  /** Nothing is to happen any more: the page shows another lesson. */
  leave(): void {
    clearTimeout(this.#timer);
  }

  #act(intent: Intent): void {
    this.#said = undefined;
    const { task } = this.lesson;
    if (this.#done || this.#waiting) return;
    if (task.kind === 'find') {
      if (intent.type === 'look') this.#point(intent.square);
      return;
    }
    const step = task.steps[this.#step];
    if (intent.type === 'look') this.#said = this.#aboutNoMove(intent.square);
    if (intent.type === 'refused') this.#refuse(intent.from, intent.to);
    if (intent.type !== 'move' || step === undefined) return;
    if (step.accepts(this.#position, intent)) this.#make(step, intent);
    else {
      this.#said = { right: false, text: this.#words.other };
      this.#flash(intent.to);
    }
  }

  #point(square: Square): void {
    const { task } = this.lesson;
    if (task.kind === 'find' && task.accepts(this.#position, square)) this.#find(square);
    else {
      this.#said = { right: false, text: this.#words.other };
      this.#flash(square);
    }
  }

  #find(square: Square): void {
    this.#last = { number: 1, from: square, to: square, way: [square], kind: 'level' };
    this.#finish();
  }

  #make(step: Step, move: Move, then?: () => void): void {
    this.#play(move);
    const { task } = this.lesson;
    this.#step += 1;
    if (task.kind === 'play' && this.#step === task.steps.length) {
      this.#finish();
      return;
    }
    this.#waiting = true;
    this.#timer = setTimeout(() => {
      if (step.reply !== undefined) this.#play(moveIn(this.#position, step.reply));
      this.#waiting = false;
      if (then !== undefined) this.#timer = setTimeout(then, REPLY_MS);
    }, REPLY_MS);
  }

  #play(move: Move): void {
    const before = this.#position;
    const after = play(before, move);
    if (!after.ok) throw new Error(`the lesson ${this.lesson.key} plays what is ${after.error.code}`);
    this.#position = after.value;
    const kind = moveKind(before, move);
    this.#last = { number: before.ply, from: move.from, to: move.to, way: slidePath(before, move), kind };
  }

  #finish(): void {
    this.#done = true;
    this.#said = { right: true, text: this.#words.done };
    this.#ondone();
  }

  #refuse(from: Square, to: Square): void {
    const why = explainIllegal(this.#position, from, to);
    if (why === undefined) return;
    const answers: Partial<Record<typeof why.code, string>> = this.#words.answers;
    this.#said = { right: false, text: answers[why.code] ?? words.whyNot(this.#position, why) };
    this.#flash(to);
  }

  #aboutNoMove(square: Square): Said | undefined {
    const piece = pieceAt(this.#position, square);
    if (piece === undefined) return undefined;
    const own = piece.side === this.#position.turn;
    const text = own ? words.game.inspect.noMoves(words.letter(piece)) : words.game.inspect.notYourPiece;
    return { right: false, text };
  }

  #flash(square: Square): void {
    this.#refused = square;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#refused = undefined;
    }, REFUSED_MS);
  }

  get #words() {
    return learnWords().lessons[this.lesson.key];
  }
}
