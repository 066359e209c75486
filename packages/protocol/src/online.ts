import * as z from 'zod/mini';
import { Player } from './ids.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import { Text } from './text.ts';

export const onlineRequests = {
  /** Who is here, by name: those whose name holds `search`, the first of them only. */
  'online:list': {
    payload: z.strictObject({ search: Text(MAX_NAME_LENGTH) }),
    reply: z.object({
      players: z.array(z.object({ player: Player, playing: z.boolean() })),
      /** How many there are in all. */
      count: z.int().check(z.nonnegative()),
    }),
  },
} as const;
