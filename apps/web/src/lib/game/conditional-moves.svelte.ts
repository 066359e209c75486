import { type Branch, branchesOf, listBranches, mergeBranches, namesOf } from '@terrace/game';
import { explain, illegalMoveText, moveRefusalText } from '@terrace/messages';
import { MAX_CONDITIONAL_DEPTH, MAX_CONDITIONAL_MOVES } from '@terrace/protocol';
import {
  explainIllegal,
  type History,
  historyOutcome,
  type Position,
  parseMove,
  parseSquare,
  pieceAt,
  type Side,
  type Square,
  sidesIn,
} from '@terrace/rules';
import type { MoveTrace, Target } from '#lib/board/board-state.ts';
import { legalTargets, movableAmong, traceMove } from '#lib/board/moves.ts';
import { type Intent, type Movable, Selection } from '#lib/board/selection.svelte.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { Subscription } from '#lib/net/subscription.ts';
import { conditionalOwner } from './conditional-owner.ts';
import {
  addBranch,
  type BranchPath,
  branchesAlong,
  deleteBranch,
  historyAlong,
  type Run,
  runsOf,
} from './conditional-tree.ts';
import type { PlayerView } from './player-view.svelte.ts';

/** A player's conditional moves in a correspondence game, and the board on which they are entered. */
export class ConditionalMoves {
  readonly selection: Selection;
  readonly #connection: Connection;
  #subscription: Subscription<'conditional:get'> | undefined;
  #signal = AbortSignal.abort();
  readonly #view: PlayerView;
  /** The ply from which a line is entered that ends with a move of the others, so that it is not stored yet. */
  #unfinishedAt: number | undefined;
  branches = $state.raw<readonly Branch[]>([]);
  path = $state.raw<BranchPath>([]);
  planning = $state(false);
  saving = $state(false);
  sentence = $state.raw<string | undefined>();

  constructor(connection: Connection, view: PlayerView) {
    this.#connection = connection;
    this.#view = view;
    this.selection = new Selection(
      () => this.#movable,
      (intent) => this.#act(intent),
    );
  }

  /** The side whose moves these are. */
  readonly owner: Side | undefined = $derived.by(() => conditionalOwner(this.#view));
  readonly #start: History = $derived.by(() => this.#view.game.rendered.state.history);
  readonly yourTurn: boolean = $derived.by(() => this.#start.position.turn === this.owner);
  /** Conditional moves that the server stores: those up to the last own move of each line. */
  readonly count: number = $derived.by(() => countOwn(runs(this.runs)));
  readonly full: boolean = $derived.by(
    () => listBranches(this.branches).length >= MAX_CONDITIONAL_MOVES || this.path.length >= MAX_CONDITIONAL_DEPTH,
  );
  readonly runs: readonly Run[] = $derived.by(() =>
    this.owner === undefined ? [] : runsOf(this.#start, this.owner, this.branches),
  );
  readonly #history: History | undefined = $derived.by(() =>
    this.owner === undefined
      ? undefined
      : historyAlong(this.#start, this.owner, branchesAlong(this.branches, this.path)),
  );
  /** The position to plan from; undefined while no move can be added. */
  readonly board: Position | undefined = $derived.by(() =>
    this.planning && !this.yourTurn && this.#history !== undefined ? this.#history.position : undefined,
  );
  readonly ownMove: boolean = $derived.by(() => this.board?.turn === this.owner);
  /** Whether any move of the others may come next here. */
  readonly takesAny: boolean = $derived.by(() => {
    if (this.board === undefined || this.ownMove || this.targets.length === 0) return false;
    const here = branchesAlong(this.branches, this.path).at(-1)?.children ?? this.branches;
    return here.every(({ move }) => move !== null);
  });
  readonly targets: readonly Target[] = $derived.by(() => {
    const history = this.#history;
    if (this.board === undefined || this.full || history === undefined) return [];
    return historyOutcome(history) === undefined ? legalTargets(history.position) : [];
  });
  /** The own move that is played after any moves, for the board of the game. */
  readonly next: MoveTrace | undefined = $derived.by(() => {
    const [first] = this.branches;
    const own = first?.move === null ? first.children[0]?.move : undefined;
    const { position } = this.#start;
    if (!own || this.branches.length > 1 || this.owner === undefined) return undefined;
    const from = parseSquare(position.size, own.from);
    const to = parseSquare(position.size, own.to);
    if (from === undefined || to === undefined || pieceAt(position, from)?.side !== this.owner) return undefined;
    return traceMove(position, { from, to }, 0);
  });
  readonly #movable: Movable = $derived.by(() => movableAmong(this.targets));

  subscribe(signal: AbortSignal): void {
    this.#signal = signal;
    this.#subscription = new Subscription(
      this.#connection,
      {
        request: 'conditional:get',
        payload: () => (this.owner === undefined ? undefined : { gameId: this.#view.game.id }),
        apply: ({ ply, moves }) => this.#show(ply, branchesOf(moves) ?? []),
      },
      signal,
    );
  }

  /** Reloads the moves: the server cuts them when the game goes on. */
  refresh(): void {
    this.#subscription?.refresh();
  }

  open(): void {
    this.planning = true;
    this.show([]);
  }

  close(): void {
    this.planning = false;
    this.show([]);
  }

  show(path: BranchPath): void {
    this.path = path;
    this.sentence = undefined;
    this.selection.send({ type: 'cancel' });
  }

  /** Lets the own move come next, after any moves of the others. */
  addAny(): void {
    if (this.takesAny) this.#add(null);
  }

  /** Adds a move in any notation. @returns whether the text was a move */
  addTyped(text: string): boolean {
    const { board } = this;
    if (board === undefined) return false;
    const read = parseMove(board, text);
    if (read.ok) this.#choose(read.value.from, read.value.to);
    else this.sentence = moveRefusalText(read.error);
    return read.ok;
  }

  /** Deletes the shown move with the moves after it. */
  delete(): void {
    const branches = deleteBranch(this.branches, this.path);
    this.show(this.path.slice(0, -1));
    void this.#set(branches);
  }

  /** Adds the moves of an analysis. @returns whether the server stored them */
  async merge(added: readonly Branch[]): Promise<boolean> {
    this.close();
    const sides = sidesIn(this.#start.position).length;
    return await this.#set(mergeBranches(this.branches, added, this.yourTurn, sides));
  }

  clear(): void {
    this.show([]);
    void this.#set([]);
  }

  #act(intent: Intent): void {
    this.sentence = undefined;
    const { board } = this;
    if (board === undefined) return;
    if (intent.type === 'move') this.#choose(intent.from, intent.to);
    else if (intent.type === 'refused') {
      const why = explainIllegal(board, intent.from, intent.to);
      if (why !== undefined) this.sentence = illegalMoveText(why);
    }
  }

  #choose(from: Square, to: Square): void {
    const history = this.#history;
    if (history !== undefined && !this.full) this.#add(namesOf(history, { from, to }));
  }

  #add(move: Branch['move']): void {
    const isOnly = this.ownMove || sidesIn(this.#start.position).length > 2;
    const added = addBranch(this.branches, this.path, move, isOnly);
    const isComplete = this.ownMove;
    this.show(added.path);
    if (isComplete) void this.#set(added.branches);
    else {
      this.branches = added.branches;
      this.#unfinishedAt = this.#start.position.ply;
    }
  }

  async #set(branches: readonly Branch[]): Promise<boolean> {
    this.branches = branches;
    this.#unfinishedAt = undefined;
    this.saving = true;
    const request = { gameId: this.#view.game.id, ply: this.#start.position.ply, moves: listBranches(branches) };
    const answer = await this.#connection.requestUntilAnswered('conditional:set', request, this.#signal);
    this.saving = false;
    if (answer === 'lost') return false;
    if (answer.ok) return true;
    this.sentence = explain(answer.refusal);
    this.refresh();
    return false;
  }

  #show(ply: number, branches: readonly Branch[]): undefined {
    if (ply !== this.#start.position.ply || this.saving || ply === this.#unfinishedAt) return;
    this.branches = branches;
    if (branchesAlong(branches, this.path).length < this.path.length) this.path = [];
  }
}

const runs = (all: readonly Run[]): readonly Run[] => all.flatMap((run) => [run, ...runs(run.variations)]);
const countOwn = (all: readonly Run[]): number => all.flatMap(({ moves }) => moves).filter(({ isOwn }) => isOwn).length;
