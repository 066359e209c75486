import { type Command, CommandId, type GameId, type PlayerId, type Refusal } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Connection } from '#lib/net/connection.svelte.ts';
import type { Seating } from './draft.ts';
import type { LobbyStore } from './lobby-store.svelte.ts';
import { fitting, type TableRequest } from './rows.ts';

/** The ways out of the lobby to a table. Each ends with the table's id. */
export class TableActions {
  #busy = $state(false);
  #refusal = $state.raw<Refusal | undefined>();
  readonly #connection: Connection;
  readonly #store: LobbyStore;
  readonly #me: PlayerId;

  readonly #signal: AbortSignal;

  /** @param signal once aborted, no request is made again */
  constructor(connection: Connection, store: LobbyStore, me: PlayerId, signal: AbortSignal) {
    this.#connection = connection;
    this.#store = store;
    this.#me = me;
    this.#signal = signal;
  }

  /** Whether the way to a table is being taken. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Why the last try did not lead to a table. */
  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  /** What was refused is being changed. */
  forget(): void {
    this.#refusal = undefined;
  }

  /** Sits down at a table; `side` null: where a seat is kept for me, else anywhere. */
  sit(gameId: GameId, side: Side | null): Promise<GameId | undefined> {
    return this.#exclusive(() => this.#sit(gameId, side));
  }

  /** Opens a table of one's own. */
  open(settings: TableRequest['settings'], seating: Seating): Promise<GameId | undefined> {
    return this.#exclusive(() => this.#open(settings, seating));
  }

  /** Sits down where someone waits for just this, else opens a table and waits there. */
  async play(request: TableRequest): Promise<GameId | undefined> {
    return this.#exclusive(async () => {
      for (const { id } of fitting(this.#store.view.tables, request, this.#me)) {
        const seated = await this.#sit(id, request.side);
        if (seated !== undefined) return seated;
      }
      this.#refusal = undefined;
      return this.#open(request.settings, { side: request.side, reserved: [], computers: [] });
    });
  }

  /** Says no to a seat that is kept for me. */
  async decline(gameId: GameId): Promise<void> {
    await this.#exclusive(async () =>
      (await this.#command(gameId, { type: 'decline' }, 'not-invited')) ? gameId : undefined,
    );
  }

  async #exclusive(walk: () => Promise<GameId | undefined>): Promise<GameId | undefined> {
    if (this.#busy) return undefined;
    this.#busy = true;
    this.#refusal = undefined;
    const gameId = await walk();
    this.#busy = false;
    return gameId;
  }

  async #sit(gameId: GameId, side: Side | null): Promise<GameId | undefined> {
    return (await this.#command(gameId, { type: 'sit', side }, 'already-seated')) ? gameId : undefined;
  }

  /** @param asGood the refusal that says that it was done before */
  async #command(gameId: GameId, command: Command, asGood: Refusal['code']): Promise<boolean> {
    const request = { gameId, commandId: newId(), command };
    const answer = await this.#connection.requestUntilAnswered('game:command', request, this.#signal);
    if (answer === 'lost') return false;
    if (answer.ok || answer.refusal.code === asGood) return true;
    this.#refusal = answer.refusal;
    return false;
  }

  async #open(settings: TableRequest['settings'], { side, reserved, computers }: Seating): Promise<GameId | undefined> {
    const request = {
      commandId: newId(),
      settings,
      side,
      reserved: [...reserved],
      computers: [...computers],
      from: null,
    };
    const answer = await this.#connection.requestUntilAnswered('game:create', request, this.#signal);
    if (answer === 'lost') return undefined;
    if (answer.ok) return answer.value.gameId;
    this.#refusal = answer.refusal;
    return undefined;
  }
}

const newId = (): CommandId => CommandId.parse(crypto.randomUUID());
