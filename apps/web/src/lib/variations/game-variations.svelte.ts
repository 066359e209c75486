import { explain, illegalMoveText } from '@terrace/messages';
import { analysisMessages } from '@terrace/messages/analysis';
import { MAX_VARIATION_MOVES } from '@terrace/protocol';
import { explainIllegal, formatPosition, type History, momentsOf } from '@terrace/rules';
import { Analysis } from '#lib/analysis/analysis.svelte.ts';
import { moveKey } from '#lib/analysis/analysis-keys.ts';
import { readTree, storeTree } from '#lib/analysis/serialized-tree.ts';
import {
  addLine,
  createTree,
  eventsOf,
  isMainLine,
  mainLinePath,
  type Node,
  nodeAt,
  nodeCount,
  type Path,
  type Tree,
  withMainLine,
} from '#lib/analysis/tree.ts';
import type { ExploredBoard } from '#lib/game/explored-board.ts';
import type { PlayerView } from '#lib/game/player-view.svelte.ts';
import { parseTypedMove } from '#lib/game/typed-move.ts';
import { AutoSaved } from '#lib/net/auto-saved.svelte.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';

/** A player's private analysis of their own game. The game is its main line, and all other tries are variations. */
export class GameVariations implements ExploredBoard {
  readonly board: Analysis;
  readonly saving: AutoSaved<Tree>;
  loaded = $state(false);
  readonly #connection: Connection;
  readonly #view: PlayerView;
  readonly #signal: AbortSignal;
  readonly #start: Tree;
  /** Moves and departures of the game in the tree. */
  #played = $state(0);
  #stored: Tree;

  constructor(connection: Connection, view: PlayerView, signal: AbortSignal) {
    this.#connection = connection;
    this.#view = view;
    this.#signal = signal;
    const { history } = view.game.rendered;
    const [first = history] = momentsOf(history);
    this.#start = createTree('custom', first.position);
    this.#stored = withMainLine(this.#start, history);
    this.#played = eventsOf(history).length;
    this.board = new Analysis({ tree: this.#stored, path: this.#shownPath(this.#stored) }, MAX_VARIATION_MOVES + 1);
    this.saving = new AutoSaved((tree) => this.#store(tree), signal);
  }

  /** The game's latest position. */
  readonly #now: Path = $derived.by(() => mainLinePath(this.board.tree, this.#played));
  readonly now: Node = $derived.by(() => nodeAt(this.board.tree, this.#now));
  readonly isNow: boolean = $derived.by(() => this.board.path.join() === this.#now.join());
  /** The game stays the main line, so its moves can be neither deleted nor displaced. */
  readonly deletable: boolean = $derived.by(
    () => this.board.path.length > this.#played || !isMainLine(this.board.path),
  );
  readonly promotable: boolean = $derived.by(() => {
    const fork = this.board.path.findLastIndex((index) => index > 0);
    return fork >= this.#played || !isMainLine(this.board.path.slice(0, Math.max(fork, 0)));
  });

  /** Whether nothing has been tried. */
  readonly isGameOnly: boolean = $derived.by(() => nodeCount(this.board.tree) - 1 <= this.#played);

  async load(): Promise<void> {
    const request = { gameId: this.#view.game.id };
    const answer = await this.#connection.requestUntilAnswered('variations:get', request, this.#signal);
    if (answer === 'lost') return;
    if (!answer.ok) return this.saving.fail(explain(answer.refusal));
    const { position } = this.#start.root.after;
    const nodes = answer.value.moves.map((text) => {
      const [depth, step = ''] = text.split(' ');
      return { d: Number(depth), s: step };
    });
    const start = { setup: 'custom', rules: { ...position.rules }, start: formatPosition(position) };
    const tree = readTree({ ...start, headers: {}, said: [], nodes }) ?? this.#start;
    this.#stored = withMainLine(tree, this.#view.game.rendered.history);
    this.board.restore({ tree: this.#stored, path: this.#shownPath(this.#stored) });
    this.loaded = true;
  }

  /** Adds the game's new moves. The board goes on to them if it showed the game's latest position. */
  follow(history: History): void {
    const { board, isNow } = this;
    const tree = withMainLine(board.tree, history);
    if (tree === board.tree && eventsOf(history).length === this.#played) return;
    const path = addLine(tree, [], eventsOf(board.history)).path;
    this.#played = eventsOf(history).length;
    if (this.#stored === board.tree) this.#stored = tree;
    board.restore({ tree, path: isNow ? this.#now : path });
  }

  /** Saves the tree if the player has changed it. */
  keep(tree: Tree): void {
    if (!this.loaded || tree === this.#stored) return;
    this.#stored = tree;
    this.saving.change(tree);
  }

  showNow = (): void => this.board.show(this.#now);

  /** Shows the position that the game's own controls have stepped to. */
  showViewed(): void {
    this.board.show(this.#shownPath(this.board.tree));
  }

  play(written: string): void {
    const { board } = this;
    board.selection.send({ type: 'cancel' });
    const read = parseTypedMove(board.position, written);
    const why = read.ok ? explainIllegal(board.position, read.value.from, read.value.to) : undefined;
    if (!read.ok) board.sentence = read.error;
    else if (why !== undefined) board.sentence = illegalMoveText(why);
    else board.play({ kind: 'move', move: read.value });
  }

  step(key: string): boolean {
    const act = key === 'Escape' ? undefined : moveKey({ key }, this.board);
    act?.();
    return act !== undefined;
  }

  cancel(): boolean {
    const isSelected = this.board.selection.state.kind !== 'none';
    this.board.selection.send({ type: 'cancel' });
    return isSelected;
  }

  #shownPath(tree: Tree): Path {
    return mainLinePath(tree, eventsOf(this.#view.viewedMoment).length);
  }

  #store(tree: Tree) {
    const moves = this.isGameOnly ? [] : storeTree(tree).nodes.map(({ d, s }) => `${d} ${s}`);
    if (moves.length > MAX_VARIATION_MOVES) {
      this.saving.fail(analysisMessages().tooLarge({ most: MAX_VARIATION_MOVES }));
      return Promise.resolve('lost' as const);
    }
    const request = { gameId: this.#view.game.id, moves };
    return this.#connection.requestUntilAnswered('variations:set', request, new AbortController().signal);
  }
}
