import {
  addTables,
  changeLobby,
  type GameRow,
  type LobbyChange,
  type LobbyView,
  type PlayerId,
  type PlayerLobby,
} from '@terrace/protocol';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { type Applied, Subscription } from '#lib/net/subscription.ts';
import { updateOwnGames } from './rows.ts';

export class LobbyStore {
  view: LobbyView;
  /** Includes tables with a seat reserved for the visitor. */
  own = $state.raw<readonly GameRow[]>([]);
  readonly #connection: Connection;
  readonly #me: PlayerId;

  constructor(connection: Connection, { view, own }: PlayerLobby, me: PlayerId) {
    this.#connection = connection;
    this.view = $state.raw(view);
    this.own = own;
    this.#me = me;
  }

  subscribe(signal: AbortSignal): void {
    new Subscription(
      this.#connection,
      {
        request: 'lobby:watch',
        payload: () => ({ known: { node: this.view.node, version: this.view.version } }),
        apply: ({ catchUp, own }) => {
          this.own = own;
          if (catchUp.kind === 'changes') return this.#change(catchUp.changes);
          this.view = catchUp.view;
          return undefined;
        },
        leave: () => void this.#connection.request('lobby:unwatch', {}),
      },
      signal,
    )
      .on('lobby:changed', (change) => this.#change([change]))
      .on('lobby:own', ({ row }) => {
        this.own = updateOwnGames(this.own, row, this.#me);
      });
  }

  async loadMore(): Promise<void> {
    const { floor } = this.view;
    if (floor === null) return;
    const answer = await this.#connection.request('lobby:more', { below: floor });
    if (answer !== 'lost' && answer.ok) this.view = addTables(this.view, answer.value);
  }

  #change(changes: readonly LobbyChange[]): Applied {
    for (const change of changes) {
      const next = changeLobby(this.view, change);
      if (next === undefined) return 'gap';
      this.view = next;
    }
    return undefined;
  }
}
