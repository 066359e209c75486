import * as z from 'zod/mini';
import { apiNames } from './described.ts';
import { GameResult } from './events.ts';
import { GameId, Player, SideName } from './ids.ts';

/** What `GET /api/me/stream` tells: what somebody who sits in games needs to know to play them. */
export const OwnNews = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('invited'), gameId: GameId, side: SideName, by: Player }),
    z.object({ type: z.literal('started'), gameId: GameId, side: SideName }),
    z.object({ type: z.literal('turn'), gameId: GameId, side: SideName, ply: z.int().check(z.positive()) }),
    z.object({ type: z.literal('ended'), gameId: GameId, side: SideName, result: GameResult }),
  ])
  .register(apiNames, { id: 'OwnNews' });
export type OwnNews = z.infer<typeof OwnNews>;
