import { remainingMs } from '@terrace/game';
import { explain, messages } from '@terrace/messages';
import type { Command, GameId, GameLog, LoggedEvent, Presence, RatingChange } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { nextEvents } from '#lib/net/next-events.ts';
import { type Applied, Subscription, type SubscriptionConnection } from '#lib/net/subscription.ts';
import { GameVersions, type RenderedGame } from './game-versions.svelte.ts';
import { Outbox } from './outbox.svelte.ts';

/** What a game needs of the connection. */
export type GameConnection = SubscriptionConnection & Pick<Connection, 'clock'>;

const NOBODY: Presence = { watching: 0, names: [], away: [] };

/** What a page shows of a game and does with it, wherever the game is kept. */
export type GameModel = Readonly<
  Pick<
    Game,
    'id' | 'versions' | 'rendered' | 'presence' | 'changes' | 'notice' | 'remaining' | 'send' | 'isHolding' | 'withdraw'
  >
>;

/** One game on the server: its log in three versions, the outbox of its commands, and the subscription to its events. */
export class Game {
  readonly id: GameId;
  readonly versions: GameVersions;
  readonly #outbox: Outbox;
  readonly #connection: GameConnection;
  #subscription: Subscription<'game:watch'> | undefined;
  presence = $state.raw<Presence>(NOBODY);
  /** What the game did to ratings, once that is known. */
  changes = $state.raw<readonly RatingChange[]>([]);
  /** A sentence about what could not be done, until the next thing that can. */
  notice = $state.raw<string | undefined>();

  constructor(connection: GameConnection, log: GameLog) {
    this.#connection = connection;
    this.id = log.id;
    connection.clock.guess(log.now);
    this.#outbox = new Outbox(connection, {
      id: log.id,
      confirmed: () => this.versions.confirmed,
      onChange: () => {
        this.versions.update();
        if (this.isHolding) this.versions.render();
      },
      notify: (sentence) => {
        this.notice = sentence;
      },
      receive: (events) => this.#subscription?.receive(() => this.#append(events)),
      refresh: () => this.refresh(),
    });
    this.versions = new GameVersions(log.events, () => this.#outbox.commands);
    this.changes = log.changes ?? [];
  }

  get rendered(): RenderedGame {
    return this.versions.rendered;
  }

  /** Whether the own move that is shown can still be withdrawn, since it has not been sent. */
  get isHolding(): boolean {
    return this.#outbox.isHolding;
  }

  /** What a side has left now, in ms; null without a clock. While a move is in flight the mover's clock rests. */
  remaining(side: Side, now: number): number | null {
    const { state, pending } = this.rendered;
    return remainingMs(state, side, pending && !this.isHolding ? Math.min(now, this.#outbox.movedAt) : now);
  }

  /** Subscribes to the game and sends its commands until the signal is aborted. */
  subscribe(signal: AbortSignal): void {
    this.#outbox.start(signal);
    this.#subscription = new Subscription(
      this.#connection,
      {
        request: 'game:watch',
        payload: () => ({ gameId: this.id, after: this.versions.confirmed.seq }),
        apply: ({ presence, events, more }) => {
          this.presence = presence;
          if (this.notice === messages.site.connection.notSent) this.notice = undefined;
          const applied = this.#append(events);
          this.#outbox.resend();
          return more ? 'gap' : applied;
        },
        refused: (refusal) => {
          this.notice = explain(refusal);
        },
        leave: () => void this.#connection.request('game:unwatch', { gameId: this.id }),
      },
      signal,
    )
      .on('game:events', ({ gameId, events }) => (gameId === this.id ? this.#append(events) : undefined))
      .on('game:presence', ({ gameId, presence }) => {
        if (gameId === this.id) this.presence = presence;
      })
      .on('game:rated', ({ gameId, changes }) => {
        if (gameId === this.id) this.changes = changes;
      });
  }

  /** Requests the events after the last confirmed one. */
  refresh(): void {
    this.#subscription?.refresh();
  }

  /** Sends a command as `Outbox.send` does. */
  send(command: Command, graceMs = 0): void {
    this.#outbox.send(command, graceMs);
  }

  /** Sends the held move now: the page is left. */
  sendHeld(): void {
    this.#outbox.sendHeld();
  }

  /** Takes the held move back. */
  withdraw(): void {
    this.#outbox.withdraw();
  }

  /** Takes in events, whether a broadcast or an answer brought them. */
  #append(events: readonly LoggedEvent[]): Applied {
    const { fresh, gap } = nextEvents(this.versions.confirmed.seq, events);
    if (fresh.length > 0) {
      this.versions.append(fresh);
      this.#outbox.settle(fresh);
      this.versions.update();
    }
    return gap ? 'gap' : undefined;
  }
}
