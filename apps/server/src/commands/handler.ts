import { randomUUID } from 'node:crypto';
import type { GameState } from '@terrace/game';
import { type Command, CommandId, GameId, type Player, type Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { GameService } from '../game/service.ts';
import type { GameQueries } from '../game/store.ts';
import type { CommandArgs, CommandName } from './grammar.ts';

/** Who wrote a command, and when it reached us, in ms since 1970. */
export type Sender = { readonly by: Player; readonly arrivedAt: number };

/** Carries one kind of command out; the answer is text for whoever wrote it. */
export type Handler<N extends CommandName> = (words: CommandArgs[N], asker: Sender) => Promise<Result<string, Refusal>>;

export type Handlers<N extends CommandName = CommandName> = { readonly [K in N]: Handler<K> };

export type FoundGame = { readonly id: GameId; readonly state: GameState };

/** A command's own id. Sent again, a line of text is another command; `#n` is its guard (R21). */
export const newCommandId = (): CommandId => CommandId.parse(randomUUID());

/** How the commands reach games. */
export type GameAccess = ReturnType<typeof createGameAccess>;

export function createGameAccess(service: GameService, lists: GameQueries) {
  async function at(id: GameId): Promise<Result<FoundGame, Refusal>> {
    const state = await service.state(id);
    return state === null ? err({ code: 'no-such-game' }) : ok({ id, state });
  }

  return {
    /** The game of this id, whoever asks: who knows it may watch. Shorter, it is looked for among the asker's own games. */
    async find(board: string, { by }: Sender): Promise<Result<FoundGame, Refusal>> {
      const whole = GameId.safeParse(board);
      const [id, other] = whole.success ? [whole.data] : await lists.idsStartingWith(by.id, board);
      if (id === undefined) return err({ code: 'no-such-game' });
      return other === undefined ? at(id) : err({ code: 'unclear-game', start: board });
    },

    /** Sends a command as a socket would, and returns the game as it stands then. */
    async send(id: GameId, command: Command, { by, arrivedAt }: Sender): Promise<Result<FoundGame, Refusal>> {
      const done = await service.command({ gameId: id, by, commandId: newCommandId(), command, arrivedAt });
      return done.ok ? at(id) : done;
    },

    at,
  };
}
