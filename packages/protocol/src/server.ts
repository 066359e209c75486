import * as z from 'zod/mini';

export const serverBroadcasts = {
  /**
   * To all connections of a stopping server: connect again, which reaches another server, then close this connection.
   * The server closes it after some seconds.
   */
  'server:stopping': z.object({
    /** Wait a random part of this time first, to spread the load on the other servers. */
    spreadMs: z.int().check(z.nonnegative()),
  }),
} as const;
