import * as z from 'zod/mini';

export const serverBroadcasts = {
  /** Connect again, to reach another server, then close this connection; the server does so after some seconds. */
  'server:stopping': z.object({
    /** Wait a random part of this time first, to spread the load on the other servers. */
    spreadMs: z.int().check(z.nonnegative()),
  }),
} as const;
