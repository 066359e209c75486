import * as z from 'zod/mini';
import { GameResult } from './events.ts';
import { GameId, Player, SideName } from './ids.ts';
import { openApiRegistry } from './openapi.ts';

/** Events of `GET /api/me/stream`: changes that concern the player's own games. */
export const PlayerNotification = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('invited'), gameId: GameId, side: SideName, by: Player }),
    z.object({ type: z.literal('started'), gameId: GameId, side: SideName }),
    z.object({ type: z.literal('turn'), gameId: GameId, side: SideName, ply: z.int().check(z.positive()) }),
    z.object({ type: z.literal('ended'), gameId: GameId, side: SideName, result: GameResult }),
  ])
  .register(openApiRegistry, { id: 'PlayerNotification' });
export type PlayerNotification = z.infer<typeof PlayerNotification>;
