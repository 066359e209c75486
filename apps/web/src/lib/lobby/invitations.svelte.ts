import { type Broadcast, type Command, CommandId, type GameId, type GameRow, type PlayerId } from '@terrace/protocol';
import { attempt } from '#lib/net/attempt.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';
import { Subscription } from '#lib/net/subscription.ts';
import { reservedSide } from './rows.ts';

export type ChallengeAnswer = Broadcast<'invitation:answered'>;

const MAX_ANSWERS = 5;

/** Seats reserved for the visitor, on every page. */
export class Invitations {
  rows = $state.raw<readonly GameRow[]>([]);
  /** Unread answers to the visitor's challenges, latest first. */
  answers = $state.raw<readonly ChallengeAnswer[]>([]);
  readonly #connection: Connection;
  readonly #me: PlayerId;

  constructor(connection: Connection, me: PlayerId) {
    this.#connection = connection;
    this.#me = me;
  }

  dismiss(answer: ChallengeAnswer): void {
    this.answers = this.answers.filter((each) => each !== answer);
  }

  /** Subscribes until the signal is aborted. @param arrived called for new invitations only */
  subscribe(arrived: (row: GameRow) => void, signal: AbortSignal): void {
    new Subscription(
      this.#connection,
      {
        request: 'invitations:list',
        payload: () => ({}),
        apply: ({ rows }) => {
          this.rows = [];
          this.#put(rows);
        },
      },
      signal,
    )
      .on('invitation:answered', (answer) => {
        this.answers = [answer, ...this.answers].slice(0, MAX_ANSWERS);
      })
      .on('invitation:changed', ({ row }) => {
        const known = this.rows.some(({ id }) => id === row.id);
        this.#put([row]);
        if (!known && this.rows.includes(row)) arrived(row);
      });
  }

  /** Accepts or declines an invitation. @returns whether the server accepted that; undefined without an answer */
  async answer(gameId: GameId, accept: boolean, signal: AbortSignal): Promise<boolean | undefined> {
    const command: Command = accept ? { type: 'sit', side: null } : { type: 'decline' };
    const commandId = CommandId.parse(crypto.randomUUID());
    const request = { gameId, commandId, command };
    const answer = await attempt(this.#connection, signal, (limited) =>
      this.#connection.requestUntilAnswered('game:command', request, limited),
    );
    if (answer === 'lost') return undefined;
    this.rows = this.rows.filter(({ id }) => id !== gameId);
    return answer.ok;
  }

  #put(rows: readonly GameRow[]): void {
    const ids = new Set(rows.map(({ id }) => id));
    this.rows = [...this.rows.filter(({ id }) => !ids.has(id)), ...rows]
      .filter((row) => reservedSide(row, this.#me) !== undefined)
      .sort((a, b) => b.createdAt - a.createdAt);
  }
}
