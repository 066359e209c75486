import { explain, illegalMoveText, moveRefusalText } from '@terrace/messages';
import { isCorrespondence, MAX_CONDITIONAL_DEPTH } from '@terrace/protocol';
import { explainIllegal, type Position, parseMove, parseSquare, pieceAt, type Side, type Square } from '@terrace/rules';
import type { MoveTrace, Target } from '#lib/board/board-state.ts';
import { legalTargets, movableAmong, traceMove } from '#lib/board/moves.ts';
import { type Intent, type Movable, Selection } from '#lib/board/selection.svelte.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { Subscription } from '#lib/net/subscription.ts';
import type { PlayerView } from './player-view.svelte.ts';
import {
  choose,
  conditionalMoves,
  isQueued,
  type MoveDraft,
  type Plan,
  planQueue,
  type QueuedMove,
  queueOf,
  skipToOwnTurn,
  startDraft,
} from './queue-plan.ts';

/** A player's queued moves in a correspondence game, and the planning board. */
export class MoveQueue {
  readonly selection: Selection;
  readonly #connection: Connection;
  #subscription: Subscription<'conditional:get'> | undefined;
  #signal = AbortSignal.abort();
  readonly #view: PlayerView;
  moves = $state.raw<readonly QueuedMove[]>([]);
  #draft = $state.raw<MoveDraft | undefined>();
  sentence = $state.raw<string | undefined>();

  constructor(connection: Connection, view: PlayerView) {
    this.#connection = connection;
    this.#view = view;
    this.selection = new Selection(
      () => this.#movable,
      (intent) => this.#act(intent),
    );
  }

  /** The side whose queue this is; undefined except in a live correspondence game. */
  readonly owner: Side | undefined = $derived.by(() => {
    const { side, game } = this.#view;
    const { status, settings, history } = game.rendered.state;
    if (side === undefined || status !== 'live' || !isCorrespondence(settings.time)) return undefined;
    return history.position.out.includes(side) ? undefined : side;
  });
  readonly #start: Position = $derived.by(() => this.#view.game.rendered.state.history.position);
  readonly plan: Plan = $derived.by(() => planQueue(this.#start, this.owner ?? this.#start.turn, this.moves));
  readonly yourTurn: boolean = $derived.by(() => this.#start.turn === this.owner);
  readonly full: boolean = $derived.by(() => this.moves.length >= MAX_CONDITIONAL_DEPTH / 2);

  readonly board: Position | undefined = $derived.by(() =>
    this.owner === undefined || this.yourTurn || this.full ? undefined : this.#draft?.board,
  );
  readonly targets: readonly Target[] = $derived.by(() => {
    const { board } = this;
    return board === undefined ? [] : legalTargets(board);
  });
  readonly next: MoveTrace | undefined = $derived.by(() => {
    const [first] = this.moves;
    const position = this.#start;
    if (first === undefined || this.owner === undefined || this.plan.moves.length === 0) return undefined;
    const from = parseSquare(position.size, first.from);
    const to = parseSquare(position.size, first.to);
    if (from === undefined || to === undefined || pieceAt(position, from)?.side !== this.owner) return undefined;
    return traceMove(position, { from, to }, 0);
  });
  readonly #movable: Movable = $derived.by(() => movableAmong(this.targets));

  get planning(): boolean {
    return this.#draft !== undefined;
  }

  subscribe(signal: AbortSignal): void {
    this.#signal = signal;
    this.#subscription = new Subscription(
      this.#connection,
      {
        request: 'conditional:get',
        payload: () => (this.owner === undefined ? undefined : { gameId: this.#view.game.id }),
        apply: ({ moves }) => this.#show(queueOf(moves)),
      },
      signal,
    );
  }

  /** Reloads the queue: the server removes moves when it plays them. */
  refresh(): void {
    this.#subscription?.refresh();
  }

  open(): void {
    this.#draft = startDraft(this.plan);
    this.sentence = undefined;
  }

  close(): void {
    this.#draft = undefined;
    this.sentence = undefined;
    this.selection.send({ type: 'cancel' });
  }

  /** Lets the own move come next, after any move by the others. */
  skipToOwnTurn(): void {
    if (this.#draft === undefined || this.owner === undefined) return;
    this.#draft = skipToOwnTurn(this.#draft, this.owner) ?? this.#draft;
    this.selection.send({ type: 'cancel' });
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

  truncate(count: number): void {
    void this.#set(this.moves.slice(0, count));
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
    const draft = this.#draft;
    if (draft === undefined || this.owner === undefined) return;
    const made = choose(draft, this.owner, { from, to });
    if (made === undefined) return;
    this.sentence = undefined;
    if (isQueued(made)) void this.#set([...this.moves, made]);
    else this.#draft = made;
  }

  async #set(moves: readonly QueuedMove[]): Promise<void> {
    this.#show(moves);
    const request = { gameId: this.#view.game.id, ply: this.#start.ply, moves: conditionalMoves(moves) };
    const answer = await this.#connection.requestUntilAnswered('conditional:set', request, this.#signal);
    if (answer === 'lost' || answer.ok) return;
    this.sentence = explain(answer.refusal);
    this.refresh();
  }

  #show(moves: readonly QueuedMove[]): undefined {
    this.moves = moves;
    if (this.#draft !== undefined) this.#draft = startDraft(this.plan);
  }
}
