import * as z from 'zod/mini';
import { GameId, Player } from './ids.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import { Text } from './text.ts';

export const onlineRequests = {
  /** Online players by name, followed players first: the first few whose name contains `search`. */
  'online:list': {
    payload: z.strictObject({ search: Text(MAX_NAME_LENGTH) }),
    reply: z.object({
      players: z.array(
        z.object({
          player: Player,
          guest: z.boolean(),
          playing: z.boolean(),
          gameId: z.nullable(GameId),
          followed: z.boolean(),
        }),
      ),
      count: z.int().check(z.nonnegative()),
    }),
  },
} as const;
