import { illegalMoveText, messages, moveSentence, resultReason } from '@terrace/messages';
import { analysisMessages } from '@terrace/messages/analysis';
import {
  explainIllegal,
  type GameRecord,
  type History,
  historyOutcome,
  type Move,
  type Outcome,
  type Position,
  type Square,
} from '@terrace/rules';
import type { Arrow, BoardState, MoveTrace, Target } from '#lib/board/board-state.ts';
import { legalTargets, movableAmong } from '#lib/board/moves.ts';
import { type Orientation, rotate } from '#lib/board/orientation.ts';
import { RefusedSquare } from '#lib/board/refused-square.svelte.ts';
import { type Intent, type Movable, Selection } from '#lib/board/selection.svelte.ts';
import { createHistory, push, redo, type UndoHistory, undo } from '#lib/editor/undo-history.ts';
import { currentCall } from '#lib/game/board-markers.ts';
import type { Recognised } from '#lib/notation/recognise.ts';
import { lastMoveOf, shownMove } from './shown-move.ts';
import {
  addLine,
  addMove,
  annotate,
  clampPath,
  createTree,
  deleteNode,
  eventsOf,
  isMainLine,
  MAX_NODES,
  type MoveOrDeparture,
  type Node,
  nodeAt,
  nodeCount,
  nodesAlong,
  type Path,
  pathToEnd,
  promote,
  recordOf,
  siblingPath,
  type Tree,
  type TreeCursor,
  treeOf,
} from './tree.ts';

export class Analysis implements BoardState {
  readonly selection: Selection;
  #trees: UndoHistory<Tree>;
  path = $state.raw<Path>([]);
  readonly #refused = new RefusedSquare();
  sentence = $state.raw<string | undefined>();
  orientation = $state<Orientation>('south');
  arrows = $state.raw<readonly Arrow[]>([]);

  readonly #most: number;

  /** @param most the size limit of the tree, in nodes */
  constructor({ tree, path }: TreeCursor, most = MAX_NODES) {
    this.#most = most;
    this.#trees = $state.raw(createHistory(tree));
    this.path = path;
    this.selection = new Selection(
      () => this.#movable,
      (intent) => this.#act(intent),
    );
  }

  get tree(): Tree {
    return this.#trees.now;
  }

  readonly line: readonly Node[] = $derived.by(() => nodesAlong(this.tree, pathToEnd(this.tree, this.path)));
  readonly node: Node = $derived.by(() => nodeAt(this.tree, this.path));
  readonly history: History = $derived(this.node.after);
  readonly position: Position = $derived(this.history.position);
  readonly outcome: Outcome | undefined = $derived.by(() => historyOutcome(this.history));
  readonly call = $derived.by(() => currentCall(this.history));
  readonly lastMove: MoveTrace | undefined = $derived.by(() => lastMoveOf(this.history));
  readonly targets: readonly Target[] = $derived.by(() => {
    return this.outcome === undefined ? legalTargets(this.position) : [];
  });
  readonly #movable: Movable = $derived.by(() => movableAmong(this.targets));
  readonly record: GameRecord = $derived.by(() => recordOf(this.tree, this.path));
  readonly movesElsewhere: number = $derived.by(() => nodeCount(this.tree) - this.line.length);
  readonly onMain: boolean = $derived(isMainLine(this.path));
  readonly announcement: string = $derived.by(() => {
    const shown = shownMove(this.history);
    if (shown !== undefined) return [moveSentence(shown), this.called].filter((part) => part !== undefined).join(' ');
    return this.history.left === undefined
      ? messages.game.stepped({ ply: 0, last: 0 })
      : analysisMessages().left({ side: this.history.left });
  });

  get called(): string | undefined {
    const { outcome, call } = this;
    if (outcome?.kind === 'win') {
      return `${messages.common.wins({ name: messages.side[outcome.winner] })}. ${analysisMessages().wonBy[outcome.by]}`;
    }
    if (outcome !== undefined) return resultReason(outcome.by, null, undefined);
    return call && `${messages.game.call.title({ sides: call.sides, mate: call.mate })}.`;
  }

  get refused(): Square | undefined {
    return this.#refused.current;
  }

  get canUndo(): boolean {
    return this.#trees.past.length > 0;
  }

  show(path: Path): void {
    this.path = clampPath(this.tree, path);
    this.sentence = undefined;
    this.selection.send({ type: 'cancel' });
  }

  first = (): void => this.show([]);
  back = (): void => this.show(this.path.slice(0, -1));
  on = (): void => this.show([...this.path, 0]);
  last = (): void => this.show(pathToEnd(this.tree, this.path));
  toSibling = (by: 1 | -1): void => this.show(siblingPath(this.tree, this.path, by));

  play(event: MoveOrDeparture): void {
    if (nodeCount(this.tree) >= this.#most) {
      this.sentence = analysisMessages().tooLarge({ most: this.#most });
      return;
    }
    const next = addMove(this.tree, this.path, event);
    if (next.ok) this.go(next.value);
  }

  /** Plays a line from here; new moves become a variation. */
  playLine(moves: readonly Move[]): void {
    if (nodeCount(this.tree) + moves.length > this.#most)
      this.sentence = analysisMessages().tooLarge({ most: this.#most });
    else
      this.go(
        addLine(
          this.tree,
          this.path,
          moves.map((move) => ({ kind: 'move', move })),
        ),
      );
  }

  promote = (): void => this.go(promote(this.tree, this.path));
  deleteNode = (): void => this.go(deleteNode(this.tree, this.path));
  comment = (text: string): void =>
    this.go({
      tree: annotate(this.tree, this.path, { comments: text.trim() === '' ? [] : [text.trim()] }),
      path: this.path,
    });

  /** Imports a recognised text: moves extend this tree, everything else replaces it. */
  importText(found: Recognised): void {
    switch (found.kind) {
      case 'moves': {
        const from = found.from === 'here' ? this.path : [];
        const before = found.from === 'here' ? eventsOf(this.history).length : 0;
        this.go(addLine(this.tree, from, eventsOf(found.history).slice(before)));
        return;
      }
      case 'record':
        this.go({ tree: treeOf(found.record), path: [] });
        return;
      default:
        this.go({ tree: createTree('custom', found.position), path: [] });
    }
  }

  go({ tree, path }: TreeCursor): void {
    this.#trees = push(this.#trees, tree);
    this.show(path);
  }

  /** Restores a stored tree and clears the undo history. */
  restore({ tree, path }: TreeCursor): void {
    this.#trees = createHistory(tree);
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
    this.orientation = rotate(this.orientation, 1);
  }

  #act(intent: Intent): void {
    this.sentence = undefined;
    if (intent.type === 'move') this.play({ kind: 'move', move: { from: intent.from, to: intent.to } });
    if (intent.type !== 'refused') return;
    const why = explainIllegal(this.position, intent.from, intent.to);
    if (why !== undefined) this.sentence = illegalMoveText(why);
    this.#refused.show(intent.to);
  }
}
