import { type GameState, processedSeq } from '@terrace/game';
import { explain, messages } from '@terrace/messages';
import { Command, CommandId, type GameId, type LoggedEvent, type Reply } from '@terrace/protocol';
import * as z from 'zod/mini';
import { deviceStorage, tabStorage } from '#lib/device/device-storage.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { postBeforeLeaving } from '#lib/net/rest.ts';
import { retryDelayMs, runAfter } from '#lib/net/timing.ts';

const FIRST_CONNECTION_MS = 3000;
const OVERDUE_MS = 1500;

/** A command that is not in the log yet. Once accepted, `doneAt` is the seq of its last event. */
type Outgoing = { readonly commandId: CommandId; readonly command: Command; readonly doneAt?: number };
const Stored = z.array(z.object({ commandId: CommandId, command: Command }));

type Waiting = { readonly command: Command; cancelTimer(): void };
/** `until`: when it is sent, in server time. */
export type Hold = { readonly until: number; readonly graceMs: number };
type Held = Hold & { readonly commandId: CommandId; cancelTimer(): void };

export type OutboxGame = {
  readonly id: GameId;
  confirmed(): GameState;
  onChange(): void;
  notify(sentence: string | undefined): void;
  receive(events: readonly LoggedEvent[]): void;
  refresh(): void;
};

/** Whether a command may be retried later: a move names its ply, but late resignations surprise the player. */
const isRepeatable = ({ type }: Command): boolean => type === 'move' || type === 'flag';

/** Sends a player's commands in one game until they are answered, each under one id. */
export class Outbox {
  readonly #connection: Pick<Connection, 'request' | 'status' | 'clock'>;
  readonly #game: OutboxGame;
  #outgoing = $state.raw<readonly Outgoing[]>([]);
  #held = $state.raw<Held | undefined>();
  readonly #attempts = new Map<CommandId, number>();
  readonly #sending = new Set<CommandId>();
  #signal = AbortSignal.abort();
  #hasConnected = false;
  #waiting: Waiting | undefined;
  /** When the last move was sent, in server time. */
  movedAt = 0;

  constructor(connection: Pick<Connection, 'request' | 'status' | 'clock'>, game: OutboxGame) {
    this.#connection = connection;
    this.#game = game;
  }

  get commands(): readonly Command[] {
    return this.#outgoing.map(({ command }) => command);
  }

  /** The last move while it is shown but not sent yet. */
  get hold(): Hold | undefined {
    return this.#held;
  }

  /**
   * Restores moves left unanswered by an earlier page in this tab, or by one that was closed without a connection. An
   * abort also stops all timers.
   */
  start(signal: AbortSignal): void {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.sendHeld());
    const { ply } = this.#game.confirmed().history.position;
    const restored = [
      ...(tabStorage.readJson(this.#key, Stored) ?? []),
      ...(deviceStorage.readJson(this.#key, Stored) ?? []).filter(
        ({ command }) => command.type === 'move' && command.ply === ply,
      ),
    ];
    deviceStorage.remove(this.#key);
    this.#outgoing = restored.filter(
      ({ commandId }, n) =>
        restored.findIndex((each) => each.commandId === commandId) === n &&
        processedSeq(this.#game.confirmed(), undefined, commandId) === undefined,
    );
    this.#game.onChange();
  }

  /**
   * Without a connection, moves are queued; other commands are rejected, unless the page's first connection opens
   * within three seconds. Drops repeated unanswered commands. @param graceMs how long a move can be withdrawn before it
   * is sent
   */
  send(command: Command, graceMs = 0): void {
    this.sendHeld();
    if (this.#outgoing.some((each) => JSON.stringify(each.command) === JSON.stringify(command))) return;
    if (!isRepeatable(command) && this.#connection.status !== 'connected') {
      const notSent = () => this.#game.notify(messages.site.connection.notSent);
      if (this.#hasConnected) notSent();
      else this.#waitForFirstConnection(command, notSent);
      return;
    }
    const commandId = CommandId.parse(crypto.randomUUID());
    this.#game.notify(undefined);
    if (graceMs > 0) {
      const until = this.#connection.clock.now() + graceMs;
      this.#held = { commandId, until, graceMs, cancelTimer: runAfter(graceMs, this.#signal, () => this.sendHeld()) };
    }
    if (graceMs === 0 && command.type === 'move') this.movedAt = this.#connection.clock.now();
    this.#set([...this.#outgoing, { commandId, command }]);
    void this.#deliver(commandId);
  }

  #waitForFirstConnection(command: Command, giveUp: () => void): void {
    this.#waiting?.cancelTimer();
    const end = () => {
      this.#waiting = undefined;
      giveUp();
    };
    this.#waiting = { command, cancelTimer: runAfter(FIRST_CONNECTION_MS, this.#signal, end) };
  }

  resend(): void {
    this.#hasConnected = true;
    for (const { commandId } of this.#outgoing) void this.#deliver(commandId);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.cancelTimer();
    if (waiting !== undefined) this.send(waiting.command);
  }

  sendHeld(): void {
    const held = this.#endHold();
    if (held === undefined) return;
    this.movedAt = this.#connection.clock.now();
    void this.#deliver(held.commandId);
  }

  /**
   * Sends what is not in the log yet while the page is being closed, when the socket may be too slow. Without a
   * connection, the device keeps the moves for the next visit.
   */
  leave(): void {
    this.sendHeld();
    const moves = this.#unanswered;
    if (moves.length === 0) return;
    deviceStorage.writeJson(this.#key, moves);
    for (const { commandId, command } of moves)
      postBeforeLeaving(`/api/games/${this.#game.id}/commands`, { commandId, command });
  }

  withdraw(): void {
    const held = this.#endHold();
    if (held !== undefined) this.#drop(held.commandId);
  }

  #endHold(): Held | undefined {
    const held = this.#held;
    this.#held = undefined;
    held?.cancelTimer();
    return held;
  }

  /**
   * Drops the commands that the log now contains, those the server has answered, and a held move that no longer fits.
   * @param events the new events of the log
   */
  settle(events: readonly LoggedEvent[]): void {
    const { seq, status, history } = this.#game.confirmed();
    const done = new Set(events.map((event) => event.commandId));
    const isOpen = ({ commandId, command, doneAt = Number.POSITIVE_INFINITY }: Outgoing) => {
      if (done.has(commandId) || doneAt <= seq) return false;
      if (commandId !== this.#held?.commandId) return true;
      return status === 'live' && command.type === 'move' && command.ply === history.position.ply;
    };
    const open = this.#outgoing.filter(isOpen);
    if (!open.some(({ commandId }) => commandId === this.#held?.commandId)) this.#endHold();
    if (open.length < this.#outgoing.length) this.#set(open);
  }

  async #deliver(commandId: CommandId): Promise<void> {
    const outgoing = this.#outgoing.find((each) => each.commandId === commandId);
    if (outgoing === undefined || outgoing.doneAt !== undefined || this.#sending.has(commandId)) return;
    if (this.#held?.commandId === commandId) return;
    this.#sending.add(commandId);
    const { command } = outgoing;
    const answer = await this.#connection.request('game:command', { gameId: this.#game.id, commandId, command });
    this.#sending.delete(commandId);
    if (answer !== 'lost' && answer.ok) {
      this.#accepted(commandId, answer.value);
      return;
    }
    const refusal = answer === 'lost' ? undefined : answer.refusal;
    if (refusal === undefined && !isRepeatable(command)) {
      this.#drop(commandId);
      this.#game.notify(messages.site.connection.unanswered);
      return;
    }
    if (refusal === undefined && this.#connection.status !== 'connected') return; // the next connect sends it
    if (refusal !== undefined && command.type !== 'flag') this.#game.notify(explain(refusal));
    const attempt = this.#attempts.get(commandId) ?? 0;
    this.#attempts.set(commandId, attempt + 1);
    const wait = retryDelayMs(refusal, attempt);
    if (wait === undefined) this.#drop(commandId);
    else runAfter(wait, this.#signal, () => void this.#deliver(commandId));
  }

  #accepted(commandId: CommandId, { seq, events = [] }: Reply<'game:command'>): void {
    this.#game.notify(undefined);
    this.#set(this.#outgoing.map((each) => (each.commandId === commandId ? { ...each, doneAt: seq } : each)));
    this.#game.receive(events);
    this.settle([]);
    runAfter(OVERDUE_MS, this.#signal, () => {
      if (this.#outgoing.some((each) => each.commandId === commandId)) this.#game.refresh();
    });
  }

  #drop(commandId: CommandId): void {
    this.#set(this.#outgoing.filter((each) => each.commandId !== commandId));
  }

  #set(outgoing: readonly Outgoing[]): void {
    this.#outgoing = outgoing;
    tabStorage.writeJson(this.#key, this.#unanswered);
    this.#game.onChange();
  }

  get #unanswered(): readonly Outgoing[] {
    return this.#outgoing.filter(({ command, doneAt }) => doneAt === undefined && command.type === 'move');
  }

  get #key(): string {
    return `outbox ${this.#game.id}`;
  }
}
