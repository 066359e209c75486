import type { GameId, Player } from '@terrace/protocol';
import { isUnsaved } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { RenameStore } from './renames.ports.ts';

type Dependencies = {
  readonly service: Pick<GameService, 'command'>;
  readonly store: Pick<RenameStore, 'unfinishedGames' | 'hostedTables'>;
  readonly now: () => number;
};

/** Takes a player out of games that have not begun. Live games continue. @returns whether all of it was saved */
export type Withdraw = (player: Player) => Promise<boolean>;

/** For players who can no longer play: others could join a table at which no one will sit. */
export const createWithdraw = ({ service, store, now }: Dependencies): Withdraw => {
  async function leave(gameId: GameId, by: Player): Promise<boolean> {
    const answers = [];
    // Refused unless the player hosts it or has a seat, and unless there is an invitation.
    for (const type of ['leave', 'decline'] as const)
      answers.push(await service.command({ gameId, by, command: { type }, arrivedAt: now() }));
    return answers.every((answer) => answer.ok || !isUnsaved(answer.error));
  }

  return async (player) => {
    const games = new Set([...(await store.unfinishedGames(player)), ...(await store.hostedTables(player))]);
    let isSaved = true;
    for (const gameId of games) isSaved = (await leave(gameId, player)) && isSaved;
    return isSaved;
  };
};
