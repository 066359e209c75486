import type { GameState } from '@terrace/game';
import { type Command, type CommandId, type CommandName, GameId, type Player, type Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { newCommandId, type Once } from '../game-service/command-ids.ts';
import type { GameQueries } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { GamePresence } from '../presence/presence.ts';
import { statusText } from './format.ts';
import type { CommandArgs } from './grammar.ts';

/**
 * `arrivedAt` is ms since 1970; `address` is the address block. With a `commandId`, a repeated line is executed once.
 */
export type Sender = {
  readonly by: Player;
  readonly arrivedAt: number;
  readonly address: string;
  readonly commandId?: CommandId;
};

/** The value is the reply. */
export type Handler<A> = (args: A, sender: Sender) => Promise<Result<string, Refusal>>;

export type CommandHandlers<N extends CommandName = CommandName> = { readonly [K in N]: Handler<CommandArgs[K]> };

export type FoundGame = { readonly id: GameId; readonly state: GameState };

/** By default a new id per line of text: a repeated line is a second command, unless `#n` prevents it (R21). */
export const commandIdOf = ({ commandId }: Sender): CommandId => commandId ?? newCommandId();

/** For effects outside the log of a game. Undefined if a repeated line is a second command. */
export const onceOf = ({ commandId, arrivedAt }: Sender): Once | undefined => commandId && { commandId, at: arrivedAt };

type Dependencies = {
  readonly service: GameService;
  readonly queries: GameQueries;
  readonly presence: Pick<GamePresence, 'markActive' | 'absentSides'>;
};

export type GameAccess = ReturnType<typeof createGameAccess>;

export function createGameAccess({ service, queries, presence }: Dependencies) {
  async function read(id: GameId): Promise<Result<FoundGame, Refusal>> {
    const state = await service.state(id);
    return state === null ? err({ code: 'no-such-game' }) : ok({ id, state });
  }

  /** A game by its full id, or by a prefix among the sender's own games. */
  async function find(board: string, { by }: Sender): Promise<Result<FoundGame, Refusal>> {
    const whole = GameId.safeParse(board);
    const [id, other] = whole.success ? [whole.data] : await queries.idsStartingWith(by.id, board);
    if (id === undefined) return err({ code: 'no-such-game' });
    return other === undefined ? read(id) : err({ code: 'unclear-game', start: board });
  }

  /** Sends a command as a socket would. @returns the text that `answer` makes of the new state */
  async function send(
    id: GameId,
    command: Command,
    sender: Sender,
    answer: (state: GameState) => string | Promise<string>,
  ): Promise<Result<string, Refusal>> {
    const { by, arrivedAt, address } = sender;
    const absentSides = command.type === 'claim' ? await presence.absentSides(id) : [];
    const commandId = commandIdOf(sender);
    const done = await service.command({ gameId: id, by, commandId, command, arrivedAt, address, absentSides });
    if (!done.ok) return done;
    // Reading the log could fail, although the command is saved.
    const known = service.cachedState(id);
    const game = known === undefined ? await read(id) : ok({ id, state: known });
    return game.ok ? ok(await answer(game.value.state)) : game;
  }

  return {
    read,
    send,

    sendPlain: (id: GameId, command: Command, sender: Sender, done: string): Promise<Result<string, Refusal>> =>
      send(id, command, sender, (after) => `${done} ${statusText(after)}`),

    withGame:
      <A extends { readonly board: string }>(
        handle: (args: A, sender: Sender, game: FoundGame) => Promise<Result<string, Refusal>>,
      ): Handler<A> =>
      async (args, sender) => {
        const found = await find(args.board, sender);
        if (!found.ok) return found;
        presence.markActive(found.value.id, sender.by);
        return handle(args, sender, found.value);
      },
  };
}
