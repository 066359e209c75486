import { GameId, type PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import type { Bus } from '../runtime/nodes.ports.ts';

type Connection = object;

/** Games of one connection: a page shows one, or a few side by side. */
const MAX_GAMES = 20;

export type Visibility = ReturnType<typeof createVisibility>;

/** Which games are open and visible in front of which players, on any device and any node. */
export function createVisibility(bus: Pick<Bus, 'scopedQuestion'>) {
  const here = new Map<Connection, Map<GameId, PlayerId>>();

  const isHere = (gameId: GameId, player: PlayerId): boolean =>
    [...here.values()].some((games) => games.get(gameId) === player);

  function hide(connection: Connection, gameId: GameId): void {
    const games = here.get(connection);
    if (games === undefined) return;
    games.delete(gameId);
    if (games.size === 0) here.delete(connection);
  }

  const ask = bus.scopedQuestion('player', 'is-visible', { question: GameId, answer: z.boolean() }, (player, gameId) =>
    isHere(gameId, player),
  );

  return {
    isVisible: async (gameId: GameId, player: PlayerId): Promise<boolean> =>
      (await ask(player, gameId)).answers.includes(true),

    /** @returns false if the connection shows too many games already */
    show(connection: Connection, gameId: GameId, player: PlayerId): boolean {
      const games = here.get(connection) ?? new Map<GameId, PlayerId>();
      if (games.size >= MAX_GAMES && !games.has(gameId)) return false;
      here.set(connection, games.set(gameId, player));
      return true;
    },

    hide,

    disconnect(connection: Connection): void {
      for (const gameId of [...(here.get(connection)?.keys() ?? [])]) hide(connection, gameId);
    },
  };
}
