import { GameId, type PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import { createMultimap } from '../presence/multimap.ts';
import type { Bus } from '../runtime/nodes.ports.ts';

type Connection = object;

/** Games of one connection: a page shows one, or a few side by side. */
const MAX_GAMES = 20;

export type Visibility = ReturnType<typeof createVisibility>;

/** Which games are open and visible in front of which players, on any device and any node. */
export function createVisibility(bus: Pick<Bus, 'scopedQuestion'>) {
  /** The connections that show each game, with their players. */
  const here = new Map<GameId, Map<Connection, PlayerId>>();
  const gamesOf = createMultimap<Connection, GameId>();

  const isHere = (gameId: GameId, player: PlayerId): boolean =>
    [...(here.get(gameId)?.values() ?? [])].includes(player);

  function hide(connection: Connection, gameId: GameId): void {
    gamesOf.delete(connection, gameId);
    const shown = here.get(gameId);
    shown?.delete(connection);
    if (shown?.size === 0) here.delete(gameId);
  }

  const ask = bus.scopedQuestion('player', 'is-visible', { question: GameId, answer: z.boolean() }, (player, gameId) =>
    isHere(gameId, player),
  );

  return {
    isVisible: async (gameId: GameId, player: PlayerId): Promise<boolean> =>
      (await ask(player, gameId)).answers.includes(true),

    /** @returns false if the connection shows too many games already */
    show(connection: Connection, gameId: GameId, player: PlayerId): boolean {
      const games = gamesOf.get(connection);
      if (games.size >= MAX_GAMES && !games.has(gameId)) return false;
      gamesOf.add(connection, gameId);
      const shown = here.get(gameId) ?? new Map<Connection, PlayerId>();
      here.set(gameId, shown.set(connection, player));
      return true;
    },

    hide,

    disconnect(connection: Connection): void {
      for (const gameId of [...gamesOf.get(connection)]) hide(connection, gameId);
    },
  };
}
