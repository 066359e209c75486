import * as z from 'zod/mini';

export const serverBroadcasts = {
  /**
   * To all connections of a server that stops: open another one, which another server answers, and close this one once
   * it has taken over. It is closed after some seconds anyway.
   */
  'server:stopping': z.object({
    /** Wait for a random part of this time first, in ms: the other servers should not be asked by all at once. */
    spreadMs: z.int().check(z.nonnegative()),
  }),
} as const;
