import { type Command, CommandId, type GameId, type PlayerId, type Refusal } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Seating } from '#lib/game-settings/draft.ts';
import { attempt } from '#lib/net/attempt.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';
import type { LobbyStore } from './lobby-store.svelte.ts';
import { matchingTables, type TableRequest } from './rows.ts';

/** What these actions need of the connection. */
export type TableConnection = Pick<Connection, 'status' | 'requestUntilAnswered'>;

/** The tables that wait for players now. */
type OpenTables = { readonly view: Pick<LobbyStore['view'], 'tables'> };

/** Actions that lead from the lobby to a table, one at a time. Each resolves with the table's id, if there is one. */
export class TableActions {
  /** Whether an action waits for its answer; others are dropped in the meantime. */
  busy = $state(false);
  /** Why the last try did not lead to a table. */
  refusal = $state.raw<Refusal | undefined>();
  readonly #connection: TableConnection;
  readonly #store: OpenTables;
  readonly #me: PlayerId;

  readonly #signal: AbortSignal;

  /** @param signal once aborted, no request is made again */
  constructor(connection: TableConnection, store: OpenTables, me: PlayerId, signal: AbortSignal) {
    this.#connection = connection;
    this.#store = store;
    this.#me = me;
    this.#signal = signal;
  }

  /** What was refused is being changed. */
  clearRefusal(): void {
    this.refusal = undefined;
  }

  /** Sits down at a table; `side` null: where a seat is kept for me, else anywhere. */
  sit(gameId: GameId, side: Side | null): Promise<GameId | undefined> {
    return this.#exclusive((signal) => this.#sit(gameId, side, signal));
  }

  /** Opens a table of one's own. */
  open(settings: TableRequest['settings'], seating: Seating): Promise<GameId | undefined> {
    return this.#exclusive((signal) => this.#open(settings, seating, signal));
  }

  /** Sits down where someone waits for just this, else opens a table and waits there. */
  async play(request: TableRequest): Promise<GameId | undefined> {
    return this.#exclusive(async (signal) => {
      for (const { id } of matchingTables(this.#store.view.tables, request, this.#me)) {
        const seated = await this.#sit(id, request.side, signal);
        if (seated !== undefined) return seated;
      }
      this.refusal = undefined;
      return this.#open(request.settings, { side: request.side, reserved: [], computers: [] }, signal);
    });
  }

  /** Says no to a seat that is kept for me. */
  async decline(gameId: GameId): Promise<void> {
    await this.#exclusive(async (signal) =>
      (await this.#command(gameId, { type: 'decline' }, 'not-invited', signal)) ? gameId : undefined,
    );
  }

  async #exclusive(run: (signal: AbortSignal) => Promise<GameId | undefined>): Promise<GameId | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    this.refusal = undefined;
    try {
      return await attempt(this.#connection, this.#signal, run);
    } finally {
      this.busy = false;
    }
  }

  async #sit(gameId: GameId, side: Side | null, signal: AbortSignal): Promise<GameId | undefined> {
    return (await this.#command(gameId, { type: 'sit', side }, 'already-seated', signal)) ? gameId : undefined;
  }

  /** @param alreadyDone the refusal of a command that was carried out before */
  async #command(
    gameId: GameId,
    command: Command,
    alreadyDone: Refusal['code'],
    signal: AbortSignal,
  ): Promise<boolean> {
    const request = { gameId, commandId: newId(), command };
    const answer = await this.#connection.requestUntilAnswered('game:command', request, signal);
    if (answer === 'lost') return false;
    if (answer.ok || answer.refusal.code === alreadyDone) return true;
    this.refusal = answer.refusal;
    return false;
  }

  async #open(
    settings: TableRequest['settings'],
    { side, reserved, computers }: Seating,
    signal: AbortSignal,
  ): Promise<GameId | undefined> {
    const request = {
      commandId: newId(),
      settings,
      side,
      reserved: [...reserved],
      computers: [...computers],
      from: null,
    };
    const answer = await this.#connection.requestUntilAnswered('game:create', request, signal);
    if (answer === 'lost') return undefined;
    if (answer.ok) return answer.value.gameId;
    this.refusal = answer.refusal;
    return undefined;
  }
}

const newId = (): CommandId => CommandId.parse(crypto.randomUUID());
