import {
  addTables,
  changeLobby,
  type GameRow,
  type LobbyView,
  type PlayerId,
  type PlayerLobby,
} from '@terrace/protocol';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { putOwn } from './rows.ts';

/** The lobby as this page knows it: what came with the page, and what has been told since. */
export class Feed {
  #view = $state.raw<LobbyView>();
  #own = $state.raw<readonly GameRow[]>([]);
  #asking = false;
  readonly #first: LobbyView;
  readonly #connection: Connection;
  readonly #me: PlayerId;

  constructor(connection: Connection, { view, own }: PlayerLobby, me: PlayerId) {
    this.#connection = connection;
    this.#first = view;
    this.#own = own;
    this.#me = me;
  }

  get view(): LobbyView {
    return this.#view ?? this.#first;
  }

  /** Own games under way, and tables where a seat is kept for me. */
  get own(): readonly GameRow[] {
    return this.#own;
  }

  /** Follows the lobby until the returned function is called. */
  follow(): () => void {
    const stop = [
      this.#connection.on('lobby:changed', (change) => {
        const next = changeLobby(this.view, change);
        if (next === undefined) void this.#catchUp();
        else this.#view = next;
      }),
      this.#connection.on('lobby:own', ({ row }) => {
        this.#own = putOwn(this.#own, row, this.#me);
      }),
      this.#connection.onConnect(() => void this.#catchUp()),
    ];
    return () => {
      for (const end of stop) end();
      void this.#connection.request('lobby:unwatch', {});
    };
  }

  /** Fetches the next tables below those that are here. */
  async more(): Promise<void> {
    const { floor } = this.view;
    if (floor === null) return;
    const answer = await this.#connection.request('lobby:more', { below: floor });
    if (answer !== 'lost' && answer.ok) this.#view = addTables(this.view, answer.value);
  }

  /** Asks for what was missed: after a connect, and when a change does not follow the last one. */
  async #catchUp(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const { node, version } = this.view;
    const answer = await this.#connection.request('lobby:watch', { known: { node, version } });
    this.#asking = false;
    if (answer === 'lost' || !answer.ok) return;
    const { catchUp, own } = answer.value;
    this.#own = own;
    this.#view =
      catchUp.kind === 'view'
        ? catchUp.view
        : catchUp.changes.reduce((view, change) => changeLobby(view, change) ?? view, this.view);
  }
}
