import {
  explainIllegal,
  type GameRecord,
  type History,
  historyOutcome,
  legalMoves,
  moveKind,
  type Outcome,
  type Position,
  type Square,
} from '@terrace/rules';
import type { MoveTrace, Target } from '#lib/board/board-state.ts';
import { type Orientation, rotated } from '#lib/board/orientation.ts';
import { Selection } from '#lib/board/selection.svelte.ts';
import type { Intent, Movable } from '#lib/board/selection-state.ts';
import { advance, begin, redo, type Timeline, undo } from '#lib/editor/undo-history.ts';
import { callIn, goalPathsIn, goalsOf } from '#lib/game/board-markers.ts';
import { spoken } from '#lib/game/spoken.ts';
import type { Recognised } from '#lib/record/recognise.ts';
import { analysisWords } from '#lib/words/pages/analysis.ts';
import { words } from '#lib/words/words.ts';
import { faceOf, traceOf } from './shown-move.ts';
import {
  beside,
  dress,
  graft,
  grow,
  isMain,
  lineTo,
  MOST_NODES,
  type Node,
  nodeAt,
  type Path,
  type Place,
  plant,
  promote,
  prune,
  recordOf,
  type Step,
  sizeOf,
  stepsOf,
  type Tree,
  toEnd,
  treeOf,
  within,
} from './tree.ts';

const REFUSED_MS = 900;

/** A board on which one person moves for everyone, with all that was tried as a tree. */
export class Analysis {
  readonly chooser: Selection;
  #trees: Timeline<Tree>;
  #path = $state.raw<Path>([]);
  #refused = $state.raw<Square | undefined>();
  #sentence = $state.raw<string | undefined>();
  outlook = $state<Orientation>('south');

  constructor({ tree, path }: Place) {
    this.#trees = $state.raw(begin(tree));
    this.#path = path;
    this.chooser = new Selection(
      () => this.#playable,
      (intent) => this.#act(intent),
    );
  }

  get tree(): Tree {
    return this.#trees.now;
  }

  get path(): Path {
    return this.#path;
  }

  readonly line: readonly Node[] = $derived.by(() => lineTo(this.tree, toEnd(this.tree, this.path)));
  readonly node: Node = $derived.by(() => nodeAt(this.tree, this.path));
  readonly history: History = $derived(this.node.after);
  readonly position: Position = $derived(this.history.position);
  readonly outcome: Outcome | undefined = $derived.by(() => historyOutcome(this.history));
  readonly call = $derived.by(() => callIn(this.history));
  readonly goals = $derived.by(() => goalsOf(this.position));
  readonly ways = $derived.by(() => goalPathsIn(this.position));
  readonly trace: MoveTrace | undefined = $derived.by(() => traceOf(this.history));
  readonly targets: readonly Target[] = $derived.by(() => {
    if (this.outcome !== undefined) return [];
    return legalMoves(this.position).map((move) => ({ ...move, kind: moveKind(this.position, move) }));
  });
  readonly #playable: Movable = $derived.by(() => {
    const bySource = Map.groupBy(this.targets, ({ from }) => from);
    return {
      when: this.targets.length > 0 ? 'now' : 'never',
      own: new Set(bySource.keys()),
      targets: (from) => new Set(bySource.get(from)?.map(({ to }) => to)),
      needsConfirmation: () => false, // nothing is lost by trying
    };
  });
  /** The line through the place shown, as a record. */
  readonly record: GameRecord = $derived.by(() => recordOf(this.tree, this.path));
  /** Moves that are on other lines than the one shown. */
  readonly aside: number = $derived.by(() => sizeOf(this.tree) - this.line.length);
  readonly onMain: boolean = $derived(isMain(this.path));
  /** The step that led here, for those who hear the page. */
  readonly told: string = $derived.by(() => {
    const face = faceOf(this.history);
    if (face !== undefined) return [spoken(face), this.called].filter((part) => part !== undefined).join(' ');
    return this.history.left === undefined ? words.game.stepped(0, 0) : analysisWords().left(this.history.left);
  });

  /** How the game ended here, or what is called. */
  get called(): string | undefined {
    const { outcome, call } = this;
    if (outcome?.kind === 'win') {
      return `${words.game.over.won(words.side[outcome.winner])}. ${analysisWords().wonBy[outcome.by]}`;
    }
    if (outcome !== undefined) return words.game.over.because(outcome.by, null, undefined);
    return call && `${words.game.call.title(call.sides, call.mate)}.`;
  }

  get refused(): Square | undefined {
    return this.#refused;
  }

  /** Why the last thing tried on the board was not possible. */
  get sentence(): string | undefined {
    return this.#sentence;
  }

  get canUndo(): boolean {
    return this.#trees.past.length > 0;
  }

  show(path: Path): void {
    this.#path = within(this.tree, path);
    this.#sentence = undefined;
    this.chooser.send({ type: 'cancel' });
  }

  first = (): void => this.show([]);
  back = (): void => this.show(this.path.slice(0, -1));
  on = (): void => this.show([...this.path, 0]);
  last = (): void => this.show(toEnd(this.tree, this.path));
  beside = (by: 1 | -1): void => this.show(beside(this.tree, this.path, by));

  play(step: Step): void {
    if (sizeOf(this.tree) >= MOST_NODES) {
      this.#sentence = analysisWords().tooLarge(MOST_NODES);
      return;
    }
    const next = grow(this.tree, this.path, step);
    if (next.ok) this.go(next.value);
  }

  promote = (): void => this.go(promote(this.tree, this.path));
  prune = (): void => this.go(prune(this.tree, this.path));
  remark = (text: string): void =>
    this.go({
      tree: dress(this.tree, this.path, { comments: text.trim() === '' ? [] : [text.trim()] }),
      path: this.path,
    });

  /** Takes in what was read: moves grow a line of this tree, everything else begins another one. */
  take(found: Recognised): void {
    switch (found.kind) {
      case 'moves': {
        const from = found.from === 'here' ? this.path : [];
        const before = found.from === 'here' ? stepsOf(this.history).length : 0;
        this.go(graft(this.tree, from, stepsOf(found.history).slice(before)));
        return;
      }
      case 'record':
        this.go({ tree: treeOf(found.record), path: [] });
        return;
      default:
        this.go({ tree: plant('custom', found.position), path: [] });
    }
  }

  /** Goes to a place in another state of the tree. */
  go({ tree, path }: Place): void {
    this.#trees = advance(this.#trees, tree);
    this.show(path);
  }

  /** Goes on with a tree that was kept; there is nothing to undo before it. */
  restore({ tree, path }: Place): void {
    this.#trees = begin(tree);
    this.show(path);
  }

  undo(): void {
    this.#trees = undo(this.#trees);
    this.show(this.path);
  }

  redo(): void {
    this.#trees = redo(this.#trees);
    this.show(this.path);
  }

  turn(): void {
    this.outlook = rotated(this.outlook, 1);
  }

  #act(intent: Intent): void {
    this.#sentence = undefined;
    if (intent.type === 'move') this.play({ kind: 'move', move: { from: intent.from, to: intent.to } });
    if (intent.type !== 'refused') return;
    const why = explainIllegal(this.position, intent.from, intent.to);
    if (why !== undefined) this.#sentence = words.whyNot(this.position, why);
    this.#flash(intent.to);
  }

  #flash(square: Square): void {
    this.#refused = square;
    setTimeout(() => {
      if (this.#refused === square) this.#refused = undefined;
    }, REFUSED_MS);
  }
}
