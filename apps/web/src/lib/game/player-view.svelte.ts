import { endsGame, sideOf, takesBackMove } from '@terrace/game';
import { explain, illegalMoveText, letterOf, messages } from '@terrace/messages';
import type { PlayerId } from '@terrace/protocol';
import {
  explainIllegal,
  type History,
  momentsOf,
  type Position,
  pieceAt,
  type Side,
  type Square,
  squareName,
  withTurn,
} from '@terrace/rules';
import type { Arrow, BoardState, MoveTrace, Target } from '#lib/board/board-state.ts';
import { legalTargets, movableAmong, traceMove } from '#lib/board/moves.ts';
import { mirror, type Orientation, rotate } from '#lib/board/orientation.ts';
import { RefusedSquare } from '#lib/board/refused-square.svelte.ts';
import { type Intent, type Movable, Selection } from '#lib/board/selection.svelte.ts';
import { currentCall } from './board-markers.ts';
import { endSigns } from './end-signs.ts';
import type { GameModel } from './game.svelte.ts';
import type { GameObserver } from './game-versions.svelte.ts';
import { isKept, playedMoves, stepsOf } from './played-moves.ts';
import { premoves } from './premoves.ts';
import { parseTypedMove } from './typed-move.ts';

type ViewOptions = {
  readonly confirms?: () => boolean;
  /** How long an own capture can be undone before it is sent, in ms. */
  readonly ownCaptureGrace?: () => number;
  /** How long any move can be undone before it is sent, in ms. */
  readonly undoGrace?: () => number;
  readonly ply?: number | undefined;
  /** Pass and play: the players share the screen. */
  readonly shared?: boolean;
};

/** One viewer's view of a game: board orientation, position shown, and move selection. */
export class PlayerView implements BoardState, GameObserver {
  readonly game: GameModel;
  readonly selection: Selection;
  readonly #me: () => PlayerId | undefined;
  readonly #confirms: () => boolean;
  readonly #ownCaptureGrace: () => number;
  readonly #undoGrace: () => number;
  readonly #shared: boolean;
  #viewedIndex = $state<number | undefined>();
  #orientation = $state<Orientation | undefined>();
  readonly #refused = new RefusedSquare();
  sentence = $state.raw<string | undefined>();
  /** The position in which `sentence` applies. */
  #explainedPosition: Position | undefined;
  arrows = $state.raw<readonly Arrow[]>([]);
  /** By the index of the position after the move. */
  signs = $state.raw<ReadonlyMap<number, { readonly sign: string; readonly word: string }>>(new Map());

  /** @param me the viewer; in pass and play, the player to move */
  constructor(
    game: GameModel,
    me: () => PlayerId | undefined,
    { confirms = () => false, ownCaptureGrace = () => 0, undoGrace = () => 0, ply, shared = false }: ViewOptions = {},
  ) {
    this.game = game;
    this.#me = me;
    this.#confirms = confirms;
    this.#ownCaptureGrace = ownCaptureGrace;
    this.#undoGrace = undoGrace;
    this.#shared = shared;
    if (ply !== undefined) this.#viewedIndex = this.#indexAfter(ply);
    this.selection = new Selection(
      () => this.#movable,
      (intent) => this.#act(intent),
      () => game.versions.render(), // moves are selected on the position that the board shows
    );
    game.versions.observer = this;
  }

  get isUrgent(): boolean {
    return this.selection.state.kind === 'queued';
  }

  readonly side: Side | undefined = $derived.by(() => sideOf(this.game.rendered.state, this.#me()));
  /** The viewer's own side; undefined for spectators and in pass and play. */
  readonly you: Side | undefined = $derived.by(() => (this.#shared ? undefined : this.side));
  readonly orientation: Orientation = $derived.by(() => this.#orientation ?? this.side ?? 'south');
  readonly moments: readonly History[] = $derived.by(() => stepsOf(this.game.rendered.history));
  readonly moves = $derived.by(() => {
    const { timeline, history, pending } = this.game.rendered;
    return playedMoves(pending ? [...timeline.moves, { after: history, undone: false }] : timeline.moves, history);
  });
  readonly keptMoves = $derived(this.moves.filter(isKept));
  readonly lastIndex: number = $derived(this.moments.length - 1);
  readonly viewedIndex: number = $derived(Math.min(this.#viewedIndex ?? this.lastIndex, this.lastIndex));
  readonly live: boolean = $derived(this.viewedIndex === this.lastIndex);
  readonly viewedMoment: History = $derived.by(() => this.moments[this.viewedIndex] ?? this.game.rendered.history);
  readonly position: Position = $derived(this.viewedMoment.position);
  readonly lastMove: MoveTrace | undefined = $derived.by(() => {
    const move = this.keptMoves.findLast(({ moment }) => moment <= this.viewedIndex);
    return move && { number: move.ply, from: move.from, to: move.to, path: move.way, kind: move.kind };
  });
  /** The board's content: the position viewed or, one frame earlier than the rest of the page, the latest move. */
  readonly shown: Pick<BoardState, 'position' | 'lastMove'> = $derived.by(() => {
    const { optimistic, rendered } = this.game.versions;
    if (!this.live || optimistic === rendered.history) return this;
    const { move, parent, position } = optimistic;
    return move === undefined || parent === undefined ? this : { position, lastMove: traceMove(parent.position, move) };
  });
  readonly mayMove: boolean = $derived.by(
    () => this.live && this.#running && !this.game.rendered.pending && this.side === this.position.turn,
  );
  /** The viewer's side if it may choose a premove: only in games with a clock, while another side is to move. */
  readonly #ahead: Side | undefined = $derived.by(() => {
    const { side, position } = this;
    if (side === undefined || !this.live || !this.#running || position.out.includes(side)) return undefined;
    return position.turn !== side && this.game.rendered.state.settings.time?.kind === 'clock' ? side : undefined;
  });
  readonly targets: readonly Target[] = $derived.by(() => {
    const { position } = this;
    if (this.#ahead !== undefined) return premoves(position, this.#ahead);
    return this.mayMove ? legalTargets(position) : [];
  });
  readonly queued: MoveTrace | undefined = $derived.by(() => {
    const { state: choice } = this.selection;
    const waits = choice.kind === 'queued' || choice.kind === 'confirming';
    if (!waits || !this.live || this.game.rendered.state.status !== 'live') return undefined;
    return traceMove(this.position, choice, 0);
  });
  /** Undefined after the game. */
  readonly call = $derived.by(() =>
    this.game.rendered.state.status === 'live' ? currentCall(this.viewedMoment) : undefined,
  );
  readonly end = $derived.by(() => {
    const { state, newEvents } = this.game.rendered;
    return state.result === null || !this.live ? undefined : endSigns(state.history, state.result, endsGame(newEvents));
  });
  readonly #movable: Movable = $derived.by(() => {
    const { position, side } = this;
    return movableAmong(this.targets, {
      when: this.mayMove ? 'now' : this.#ahead ? 'ahead' : 'never',
      asks: (_from, to) => {
        const captured = pieceAt(position, to);
        if (captured?.t === true && captured.side === side) return 'own-t';
        return this.mayMove && this.#confirms() ? 'move' : undefined;
      },
    });
  });

  get refused(): Square | undefined {
    return this.#refused.current;
  }

  get #running(): boolean {
    const { status, pausedUntil } = this.game.rendered.state;
    return status === 'live' && pausedUntil === null;
  }

  /** The position for selecting moves: for a premove, as if it were the viewer's turn. */
  get #choiceBoard(): Position {
    return this.#ahead === undefined ? this.position : withTurn(this.position, this.#ahead);
  }

  show(index: number): void {
    this.#viewedIndex = index >= this.lastIndex ? undefined : Math.max(index, 0);
    this.sentence = undefined;
    this.selection.send({ type: 'refresh' });
  }

  /** Plays a typed move (R20) as if it were made on the board. */
  play(written: string): void {
    const read = parseTypedMove(this.#choiceBoard, written);
    this.selection.send({ type: 'cancel' });
    this.sentence = undefined;
    if (!read.ok) {
      this.sentence = read.error;
      return;
    }
    const { from, to } = read.value;
    const known = this.#movable.own.has(from);
    this.selection.send({ type: 'play', from, to });
    if (!known) this.sentence ??= messages.typed.noPiece({ square: squareName(this.position.size, from) });
  }

  #indexAfter(ply: number): number | undefined {
    const index = momentsOf(this.game.rendered.history).findIndex(({ position }) => position.ply === ply + 1);
    return index < 0 ? undefined : index;
  }

  /** Updates the move selection for the new position: on the viewer's turn a queued move is played or dropped. */
  onRender(): void {
    const { newEvents, state, history } = this.game.rendered;
    if (this.position !== this.#explainedPosition) this.sentence = undefined;
    this.#explainedPosition = this.position;
    if (this.isUrgent && (takesBackMove(newEvents) || state.status !== 'live')) this.selection.send({ type: 'cancel' });
    // A queued move is played even while an earlier position is viewed.
    const due = this.isUrgent && history.position.turn === this.side;
    if (due && !this.live) this.show(this.lastIndex);
    else this.selection.send({ type: 'refresh' });
  }

  cancel(): void {
    this.selection.send({ type: 'cancel' });
    this.game.withdraw();
  }

  /** 90 degrees, clockwise for 1. */
  turn(by: 1 | -1): void {
    this.#orientation = rotate(this.orientation, by);
  }

  flip(): void {
    this.#orientation = mirror(this.orientation);
  }

  /** Undefined restores the viewer's own. */
  setOrientation(orientation: Orientation | undefined): void {
    this.#orientation = orientation;
  }

  #act(intent: Intent): void {
    const { position } = this;
    this.sentence = undefined;
    switch (intent.type) {
      case 'move':
        this.#make(intent);
        return;
      case 'refused': {
        const why = explainIllegal(this.#choiceBoard, intent.from, intent.to);
        if (why !== undefined) this.sentence = illegalMoveText(why);
        this.#refused.show(intent.to);
        return;
      }
      case 'dropped': {
        const [from, to] = [squareName(position.size, intent.from), squareName(position.size, intent.to)];
        this.sentence = messages.play.queued.dropped({ from, to });
        return;
      }
      case 'inspect':
        this.sentence = this.#explainNoSelection(intent.square);
    }
  }

  #make({ from, to, sure, premoved }: Extract<Intent, { type: 'move' }>): void {
    const { ply, size } = this.position;
    const slip = !sure && this.#movable.takesOwn(from, to) ? this.#ownCaptureGrace() : 0;
    const grace = Math.max(slip, premoved ? 0 : this.#undoGrace());
    const move = { type: 'move', ply, from: squareName(size, from), to: squareName(size, to) } as const;
    this.game.send(premoved ? { ...move, planned: true } : move, grace);
  }

  /** Why selecting this square had no effect; undefined if that needs no explanation. */
  #explainNoSelection(square: Square): string | undefined {
    const { position } = this;
    const piece = pieceAt(position, square);
    if (this.side === undefined || piece === undefined || this.game.rendered.state.status !== 'live') return undefined;
    if (!this.live) return messages.game.inspect.earlier;
    if (!this.#running) return explain({ code: 'paused' });
    if (position.turn !== this.side) return messages.game.inspect.notYourTurn({ name: messages.side[position.turn] });
    if (piece.side !== this.side) return messages.board.notYourPiece;
    return this.mayMove ? messages.board.noMoves({ name: letterOf(piece) }) : undefined;
  }
}
