import * as z from 'zod/mini';
import { GameId, Player } from './ids.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import { Text } from './text.ts';

export const onlineRequests = {
  /** Who is here, by name: those whose name holds `search`, the first of them only, before them those whom one follows. */
  'online:list': {
    payload: z.strictObject({ search: Text(MAX_NAME_LENGTH) }),
    reply: z.object({
      players: z.array(
        z.object({
          player: Player,
          guest: z.boolean(),
          playing: z.boolean(),
          /** The public game that the player is in, to watch. */
          gameId: z.nullable(GameId),
          followed: z.boolean(),
        }),
      ),
      /** How many there are in all. */
      count: z.int().check(z.nonnegative()),
    }),
  },
} as const;
