import { type Command, CommandId, type GameId, type GameRow, type PlayerId } from '@terrace/protocol';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { invitedTo } from './rows.ts';

/** Seats that are kept for me, wherever on the site I am. */
export class Invitations {
  #rows = $state.raw<readonly GameRow[]>([]);
  readonly #connection: Connection;
  readonly #me: PlayerId;

  constructor(connection: Connection, me: PlayerId) {
    this.#connection = connection;
    this.#me = me;
  }

  /** The newest first. */
  get rows(): readonly GameRow[] {
    return this.#rows;
  }

  /** @param arrived is told of a seat that has just been kept; those that waited already are only listed */
  follow(arrived: (row: GameRow) => void): () => void {
    const stop = [
      this.#connection.on('invitation:changed', ({ row }) => {
        const known = this.#rows.some(({ id }) => id === row.id);
        this.#put([row]);
        if (!known && this.#rows.includes(row)) arrived(row);
      }),
      this.#connection.onConnect(() => void this.#ask()),
    ];
    return () => {
      for (const end of stop) end();
    };
  }

  /** Takes the seat, or says no to it. Whether that worked shows in the list. */
  async answer(gameId: GameId, accept: boolean): Promise<boolean> {
    const command: Command = accept ? { type: 'sit', side: null } : { type: 'decline' };
    const commandId = CommandId.parse(crypto.randomUUID());
    const answer = await this.#connection.insist('game:command', { gameId, commandId, command });
    this.#rows = this.#rows.filter(({ id }) => id !== gameId);
    return answer.ok;
  }

  async #ask(): Promise<void> {
    const answer = await this.#connection.request('invitations:list', {});
    if (answer === 'lost' || !answer.ok) return;
    this.#rows = [];
    this.#put(answer.value.rows);
  }

  #put(rows: readonly GameRow[]): void {
    const ids = new Set(rows.map(({ id }) => id));
    this.#rows = [...this.#rows.filter(({ id }) => !ids.has(id)), ...rows]
      .filter((row) => invitedTo(row, this.#me) !== undefined)
      .sort((a, b) => b.createdAt - a.createdAt);
  }
}
