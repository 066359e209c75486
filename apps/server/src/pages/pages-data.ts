import { z } from 'zod';

/** What the process that renders pages needs to know. */
export const PagesData = z.object({
  /** The socket on which it answers page requests. */
  socket: z.string(),
  play: z.union([z.object({ socket: z.string() }), z.object({ url: z.string() })]),
  visitorKey: z.string(),
  publicUrl: z.string().optional(),
  source: z.string().optional(),
});
