import {
  type FoldedLog,
  foldLog,
  type GameState,
  type MadeMove,
  processedSeq,
  remainingMs,
  type Timeline,
} from '@terrace/game';
import { explain, messages } from '@terrace/messages';
import {
  type Command,
  CommandId,
  type GameId,
  type GameLog,
  type LoggedEvent,
  type Presence,
  type RatingChange,
  type Reply,
} from '@terrace/protocol';
import { type History, parseSquare, playOn, type Side } from '@terrace/rules';
import { tabStorage } from '#lib/device/device-storage.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { type Applied, Subscription, type SubscriptionConnection } from '#lib/net/subscription.ts';
import { later, retryDelayMs } from '#lib/net/timing.ts';
import { afterFrame } from '#lib/ui/after-frame.ts';
import { nextEvents } from './log.ts';
import { accept, drop, holds, isRepeatable, type Outbox, put, restore, settle, store } from './outbox.ts';

/** What a game needs of the connection. */
export type GameConnection = SubscriptionConnection & Pick<Connection, 'clock'>;

/** How long a command waits for the first connection of a page. */
const FIRST_CONNECTION_MS = 3000;

const NOBODY: Presence = { watching: 0, names: [], away: [] };
/** An own move that is shown and not sent yet. */
type Held = { readonly commandId: CommandId; readonly ply: number; cancelTimer(): void };

/** What the page shows of a game. */
type Shown = {
  readonly folded: FoldedLog;
  readonly history: History;
  /** What came last, while this page followed the game. */
  readonly newEvents: readonly LoggedEvent[];
};

/** Accepted events that do not come by themselves are asked for after this. */
const OVERDUE_MS = 1500;

/** What a page shows of a game and does with it, wherever the game is kept. */
export type GameModel = Pick<
  Game,
  | 'id'
  | 'history'
  | 'newest'
  | 'state'
  | 'timeline'
  | 'presence'
  | 'changes'
  | 'newEvents'
  | 'notice'
  | 'made'
  | 'pending'
  | 'remaining'
  | 'send'
  | 'play'
  | 'catchUp'
  | 'held'
  | 'withdraw'
>;

/**
 * One game as this page knows it: the log it has folded, the commands it has sent, and what the board shows of both.
 * There is no other model of the game here; the server folds the very same events.
 */
export class Game {
  readonly id: GameId;
  /** The log as it is known, and the commands on their way. */
  #folded: FoldedLog;
  #outbox = $state.raw<Outbox>([]);
  /** A move is on the board at once, and everywhere else when that is painted. */
  #shown: Shown;
  /** The events that are shown next, or are. */
  #arrived: readonly LoggedEvent[] = [];
  #presence = $state.raw<Presence>(NOBODY);
  #changes = $state.raw<readonly RatingChange[]>([]);
  #notice = $state.raw<string | undefined>();
  readonly #connection: GameConnection;
  readonly #attempts = new Map<CommandId, number>();
  readonly #sending = new Set<CommandId>();
  #subscription: Subscription<'game:watch'> | undefined;
  #signal = AbortSignal.abort();
  #movedAt = 0;
  #held = $state.raw<Held | undefined>();
  #cancelCatchUp = (): void => {};
  #hasConnected = false;
  /** A command made while the page still opens its first connection. */
  #early: { readonly command: Command; cancelTimer(): void } | undefined;

  /** What the board shows: the game with the own move that is still on its way, which goes again if refused. */
  readonly newest: History = $derived.by(() => {
    const { history } = this.#folded.state;
    for (const { command } of this.#outbox) {
      if (command.type !== 'move' || command.ply !== history.position.ply) continue;
      const from = parseSquare(history.position.size, command.from);
      const to = parseSquare(history.position.size, command.to);
      const played = from !== undefined && to !== undefined ? playOn(history, { from, to }) : undefined;
      if (played?.ok) return played.value;
    }
    return history;
  });

  constructor(connection: GameConnection, log: GameLog) {
    this.#connection = connection;
    this.id = log.id;
    connection.clock.guess(log.now);
    const state = foldLog(null, log.events);
    if (state === null) throw new Error(`game ${log.id} has an empty log`);
    this.#folded = $state.raw(state);
    this.#shown = $state.raw({ folded: state, history: state.state.history, newEvents: this.#arrived });
    this.#changes = log.changes ?? [];
  }

  /** What the page shows: the newest, or the same without its last move while only the board has that. */
  get history(): History {
    return this.#shown.history;
  }

  /** The game as the server has it. */
  get state(): GameState {
    return this.#shown.folded.state;
  }

  /** What the log holds beyond the state. */
  get timeline(): Timeline {
    return this.#shown.folded.timeline;
  }

  get presence(): Presence {
    return this.#presence;
  }

  /** What the game did to ratings, once that is known. */
  get changes(): readonly RatingChange[] {
    return this.#changes;
  }

  /** What came last, while this page followed the game. */
  get newEvents(): readonly LoggedEvent[] {
    return this.#shown.newEvents;
  }

  /** A sentence about what could not be done, until the next thing that can. */
  get notice(): string | undefined {
    return this.#notice;
  }

  /** Every move made, taken back or not, and the own one that is on its way. */
  get made(): readonly MadeMove[] {
    const { moves } = this.timeline;
    return this.pending ? [...moves, { after: this.history, undone: false }] : moves;
  }

  /** Whether an own move is on its way. */
  get pending(): boolean {
    return this.history !== this.state.history;
  }

  /** Whether the own move that is shown can still be withdrawn, since it has not been sent. */
  get held(): boolean {
    return this.#held !== undefined;
  }

  /** What a side has left now, in ms; null without a clock. While a move is on its way the mover's clock rests. */
  remaining(side: Side, now: number): number | null {
    const rests = this.pending && !this.held;
    return remainingMs(this.state, side, rests ? Math.min(now, this.#movedAt) : now);
  }

  /** Follows the game until the signal is aborted. */
  follow(signal: AbortSignal): void {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.sendHeld());
    this.#outbox = restore(tabStorage.read(this.#key)).filter((each) => !this.#answered(each.commandId));
    this.catchUp();
    this.#subscription = new Subscription(
      this.#connection,
      {
        request: 'game:watch',
        payload: () => ({ gameId: this.id, after: this.#folded.state.seq }),
        apply: ({ presence, events, more }) => {
          this.#presence = presence;
          if (this.#notice === messages.site.connection.notSent) this.#notice = undefined;
          this.#hasConnected = true;
          const applied = this.#append(events);
          for (const { commandId } of this.#outbox) void this.#deliver(commandId);
          const early = this.#endEarly();
          if (early !== undefined) this.send(early);
          return more ? 'gap' : applied;
        },
        refused: (refusal) => {
          this.#notice = explain(refusal);
        },
        leave: () => void this.#connection.request('game:unwatch', { gameId: this.id }),
      },
      signal,
    )
      .on('game:events', ({ gameId, events }) => (gameId === this.id ? this.#append(events) : undefined))
      .on('game:presence', ({ gameId, presence }) => {
        if (gameId === this.id) this.#presence = presence;
      })
      .on('game:rated', ({ gameId, changes }) => {
        if (gameId === this.id) this.#changes = changes;
      });
  }

  /** Asks for what has happened since the last event there is. */
  refresh(): void {
    this.#subscription?.refresh();
  }

  /**
   * Sends a command. Moves are queued while there is no connection. Any other command is not queued, because the
   * player may decide otherwise before it is sent: a message says that it was not sent. Only while the page opens
   * its first connection, a command waits for it, up to three seconds. A command that
   * repeats an unanswered one, as a double press does, is dropped.
   *
   * @param graceMs for how long a move is shown before it is sent, and can be withdrawn
   */
  send(command: Command, graceMs = 0): void {
    this.sendHeld();
    if (holds(this.#outbox, command)) return;
    if (!isRepeatable(command) && this.#connection.status !== 'connected') {
      const notSent = messages.site.connection.notSent;
      if (this.#hasConnected) this.#notice = notSent;
      else this.#waitForFirstConnection(command, () => (this.#notice = notSent));
      return;
    }
    const commandId = CommandId.parse(crypto.randomUUID());
    this.#notice = undefined;
    this.#setOutbox(put(this.#outbox, commandId, command));
    if (command.type === 'move' && graceMs > 0) {
      const cancelTimer = later(graceMs, this.#signal, () => this.sendHeld());
      this.#held = { commandId, ply: command.ply, cancelTimer };
      return;
    }
    if (command.type === 'move') this.#movedAt = this.#connection.clock.now();
    void this.#deliver(commandId);
  }

  #waitForFirstConnection(command: Command, giveUp: () => void): void {
    this.#endEarly();
    const end = () => {
      this.#early = undefined;
      giveUp();
    };
    this.#early = { command, cancelTimer: later(FIRST_CONNECTION_MS, this.#signal, end) };
  }

  #endEarly(): Command | undefined {
    const early = this.#early;
    this.#early = undefined;
    early?.cancelTimer();
    return early?.command;
  }

  /** Sends a move that the board shows already. The rest of the page follows when that is painted. */
  play(move: Command, graceMs = 0): void {
    if (graceMs > 0) {
      this.send(move, graceMs);
      return;
    }
    this.sendHeld();
    const commandId = CommandId.parse(crypto.randomUUID());
    this.#notice = undefined;
    this.#keepOutbox(put(this.#outbox, commandId, move));
    this.#follow();
    this.#movedAt = this.#connection.clock.now();
    void this.#deliver(commandId);
  }

  /** Sends the held move now: its grace is over, or the page is left. */
  sendHeld(): void {
    const held = this.#endHold();
    if (held === undefined) return;
    this.#movedAt = this.#connection.clock.now();
    void this.#deliver(held.commandId);
  }

  /** Takes the held move back: nobody has seen it. */
  withdraw(): void {
    const held = this.#endHold();
    if (held !== undefined) this.#setOutbox(drop(this.#outbox, held.commandId));
  }

  #endHold(): Held | undefined {
    const held = this.#held;
    this.#held = undefined;
    held?.cancelTimer();
    return held;
  }

  #append(events: readonly LoggedEvent[]): Applied {
    const { fresh, gap } = nextEvents(this.#folded.state.seq, events);
    if (fresh.length > 0) {
      this.#folded = foldLog(this.#folded, fresh) ?? this.#folded;
      this.#arrived = this.#arrived === this.newEvents ? fresh : [...this.#arrived, ...fresh];
      const { status, history, seq } = this.#folded.state;
      this.#keepOutbox(settle(this.#outbox, fresh, seq));
      if (this.newest.parent === this.history) this.#follow();
      else this.catchUp();
      if (status !== 'live' || history.position.ply !== this.#held?.ply) this.withdraw();
    }
    return gap ? 'gap' : undefined;
  }

  async #deliver(commandId: CommandId): Promise<void> {
    const outgoing = this.#outbox.find((each) => each.commandId === commandId);
    if (outgoing === undefined || outgoing.doneAt !== undefined || this.#sending.has(commandId)) return;
    if (this.#held?.commandId === commandId) return;
    this.#sending.add(commandId);
    const { command } = outgoing;
    const answer = await this.#connection.request('game:command', { gameId: this.id, commandId, command });
    this.#sending.delete(commandId);
    if (answer !== 'lost' && answer.ok) {
      this.#accepted(commandId, answer.value);
      return;
    }
    const refusal = answer === 'lost' ? undefined : answer.refusal;
    if (refusal === undefined && !isRepeatable(command)) {
      this.#setOutbox(drop(this.#outbox, commandId));
      this.#notice = messages.site.connection.unanswered;
      return;
    }
    if (refusal === undefined && this.#connection.status !== 'connected') return; // the next connect sends it
    if (refusal !== undefined && command.type !== 'flag') this.#notice = explain(refusal);
    const attempt = this.#attempts.get(commandId) ?? 0;
    this.#attempts.set(commandId, attempt + 1);
    const wait = retryDelayMs(refusal, attempt);
    if (wait === undefined) this.#setOutbox(drop(this.#outbox, commandId));
    else later(wait, this.#signal, () => void this.#deliver(commandId));
  }

  #accepted(commandId: CommandId, { seq, events = [] }: Reply<'game:command'>): void {
    this.#notice = undefined;
    if (this.#append(events) === 'gap') this.refresh();
    this.#setOutbox(settle(accept(this.#outbox, commandId, seq), [], this.#folded.state.seq));
    later(OVERDUE_MS, this.#signal, () => {
      if (this.#outbox.some((each) => each.commandId === commandId)) this.refresh();
    });
  }

  #answered(commandId: CommandId): boolean {
    return processedSeq(this.#folded.state, undefined, commandId) !== undefined;
  }

  /** Shows all there is on the whole page now. */
  catchUp(): void {
    this.#cancelCatchUp();
    const { history, folded } = this.#shown;
    if (history === this.newest && folded === this.#folded) return;
    this.#shown = { folded: this.#folded, history: this.newest, newEvents: this.#arrived };
  }

  /** The same once the board's frame is painted. */
  #follow(): void {
    this.#cancelCatchUp();
    this.#cancelCatchUp = afterFrame(() => this.catchUp());
  }

  #setOutbox(outbox: Outbox): void {
    this.#keepOutbox(outbox);
    this.catchUp();
  }

  #keepOutbox(outbox: Outbox): void {
    if (outbox === this.#outbox) return;
    this.#outbox = outbox;
    tabStorage.write(this.#key, store(outbox));
  }

  get #key(): string {
    return `outbox ${this.id}`;
  }
}
