import { remainingMs } from '@terrace/game';
import { explain, messages } from '@terrace/messages';
import type { Command, GameId, GameLog, LoggedEvent, Presence, RatingChange } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { nextEvents } from '#lib/net/next-events.ts';
import { type Applied, Subscription, type SubscriptionConnection } from '#lib/net/subscription.ts';
import { GameVersions, type RenderedGame } from './game-versions.svelte.ts';
import { type Hold, Outbox } from './outbox.svelte.ts';

export type GameConnection = SubscriptionConnection & Pick<Connection, 'clock'>;

const NOBODY: Presence = { watching: 0, names: [], away: [] };

export type GameModel = Readonly<
  Pick<
    Game,
    | 'id'
    | 'versions'
    | 'rendered'
    | 'presence'
    | 'changes'
    | 'notice'
    | 'remaining'
    | 'send'
    | 'hold'
    | 'sendHeld'
    | 'withdraw'
  >
>;

/** One game on the server: three versions of its log, an outbox for commands, and an event subscription. */
export class Game {
  readonly id: GameId;
  readonly versions: GameVersions;
  readonly #outbox: Outbox;
  readonly #connection: GameConnection;
  #subscription: Subscription<'game:watch'> | undefined;
  presence = $state.raw<Presence>(NOBODY);
  changes = $state.raw<readonly RatingChange[]>([]);
  /** Why the last action failed; cleared by the next successful one. */
  notice = $state.raw<string | undefined>();

  constructor(connection: GameConnection, log: GameLog) {
    this.#connection = connection;
    this.id = log.id;
    connection.clock.setInitial(log.now);
    this.#outbox = new Outbox(connection, {
      id: log.id,
      confirmed: () => this.versions.confirmed,
      onChange: () => {
        this.versions.update();
        if (this.hold !== undefined) this.versions.render();
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

  /** The player's last move while it is shown but not sent yet, and can be withdrawn. */
  get hold(): Hold | undefined {
    return this.#outbox.hold;
  }

  /** The remaining time of a side in ms; null without a clock. A move in flight stops the mover's clock. */
  remaining(side: Side, now: number): number | null {
    const { state, pending } = this.rendered;
    return remainingMs(state, side, pending && this.hold === undefined ? Math.min(now, this.#outbox.movedAt) : now);
  }

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
        onRefused: (refusal) => {
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

  refresh(): void {
    this.#subscription?.refresh();
  }

  send(command: Command, graceMs = 0): void {
    this.#outbox.send(command, graceMs);
  }

  sendHeld(): void {
    this.#outbox.sendHeld();
  }

  /** Sends all moves, before the page is closed. */
  leave(): void {
    this.#outbox.leave();
  }

  withdraw(): void {
    this.#outbox.withdraw();
  }

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
