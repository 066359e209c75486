import { type Command, CommandId, type GameId, type LobbyView, type PlayerId, type Refusal } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Connection } from '#lib/net/connection.svelte.ts';
import type { Placing } from './draft.ts';
import { fitting, merge, type Wish } from './rows.ts';

/** The lobby as this page knows it, and the ways out of it to a table. Each way ends with the table's id. */
export class Lobby {
  #view = $state.raw<LobbyView>({ tables: [], own: [] });
  #busy = $state(false);
  #refusal = $state.raw<Refusal | undefined>();
  readonly #connection: Connection;
  readonly #me: PlayerId;

  constructor(connection: Connection, view: LobbyView, me: PlayerId) {
    this.#connection = connection;
    this.#view = view;
    this.#me = me;
  }

  get view(): LobbyView {
    return this.#view;
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

  waiting(wish: Wish): number {
    return fitting(this.#view.tables, wish, this.#me).length;
  }

  /** Follows the lobby until the returned function is called. */
  follow(): () => void {
    const stop = [
      this.#connection.on('lobby:changed', ({ rows }) => {
        this.#view = merge(this.#view, rows, this.#me);
      }),
      this.#connection.onConnect(() => void this.#ask()),
    ];
    return () => {
      for (const end of stop) end();
      void this.#connection.request('lobby:unwatch', {});
    };
  }

  /** Sits down at a table; `side` null: where a seat is kept for me, else anywhere. */
  sit(gameId: GameId, side: Side | null): Promise<GameId | undefined> {
    return this.#way(() => this.#sit(gameId, side));
  }

  /** Opens a table of one's own. */
  open(settings: Wish['settings'], placing: Placing): Promise<GameId | undefined> {
    return this.#way(() => this.#open(settings, placing));
  }

  /** Sits down where someone waits for just this, else opens a table and waits there. */
  async play(wish: Wish): Promise<GameId | undefined> {
    return this.#way(async () => {
      for (const { id } of fitting(this.#view.tables, wish, this.#me)) {
        const seated = await this.#sit(id, wish.side);
        if (seated !== undefined) return seated;
      }
      this.#refusal = undefined;
      return this.#open(wish.settings, { side: wish.side, reserved: [] });
    });
  }

  /** Says no to a seat that is kept for me; the table then leaves the list here, as nobody tells me of it again. */
  async decline(gameId: GameId): Promise<void> {
    await this.#way(async () => {
      if (!(await this.#command(gameId, { type: 'decline' }, 'not-invited'))) return undefined;
      this.#view = { ...this.#view, own: this.#view.own.filter(({ id }) => id !== gameId) };
      return gameId;
    });
  }

  async #way(walk: () => Promise<GameId | undefined>): Promise<GameId | undefined> {
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
    const answer = await this.#connection.insist('game:command', { gameId, commandId: newId(), command });
    if (answer.ok || answer.refusal.code === asGood) return true;
    this.#refusal = answer.refusal;
    return false;
  }

  async #open(settings: Wish['settings'], { side, reserved }: Placing): Promise<GameId | undefined> {
    const commandId = newId();
    const wish = { commandId, settings, side, reserved: [...reserved], from: null };
    const answer = await this.#connection.insist('game:create', wish);
    if (answer.ok) return answer.value.gameId;
    this.#refusal = answer.refusal;
    return undefined;
  }

  async #ask(): Promise<void> {
    const answer = await this.#connection.request('lobby:watch', {});
    if (answer !== 'lost' && answer.ok) this.#view = answer.value;
  }
}

const newId = (): CommandId => CommandId.parse(crypto.randomUUID());
