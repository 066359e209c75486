import { type Command, CommandId, type GameId, type PlayerId, type Refusal } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Seating } from '#lib/game-settings/draft.ts';
import { attempt } from '#lib/net/attempt.ts';
import type { Connection } from '#lib/net/connection.svelte.ts';
import type { LobbyStore } from './lobby-store.svelte.ts';
import { matchingTables, type TableRequest } from './rows.ts';

export type TableConnection = Pick<Connection, 'status' | 'requestUntilAnswered'>;

type OpenTables = { readonly view: Pick<LobbyStore['view'], 'tables'> };

/** Joins or creates tables, one action at a time. Each action resolves with the table's id on success. */
export class TableActions {
  /** Other actions are ignored while one is pending. */
  busy = $state(false);
  refusal = $state.raw<Refusal | undefined>();
  readonly #connection: TableConnection;
  readonly #store: OpenTables;
  readonly #me: PlayerId;

  readonly #signal: AbortSignal;

  constructor(connection: TableConnection, store: OpenTables, me: PlayerId, signal: AbortSignal) {
    this.#connection = connection;
    this.#store = store;
    this.#me = me;
    this.#signal = signal;
  }

  clearRefusal(): void {
    this.refusal = undefined;
  }

  /** Takes a seat; `side` null means the visitor's reserved seat or any. */
  sit(gameId: GameId, side: Side | null): Promise<GameId | undefined> {
    return this.#exclusive((signal) => this.#sit(gameId, side, signal));
  }

  open(settings: TableRequest['settings'], seating: Seating): Promise<GameId | undefined> {
    return this.#exclusive((signal) => this.#open(settings, seating, signal));
  }

  /** Joins a matching table, or creates one. */
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

  /** @param alreadyDone the refusal that means an earlier attempt succeeded */
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
