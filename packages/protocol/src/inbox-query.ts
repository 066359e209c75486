import * as z from 'zod/mini';
import { InboxGroup, MAX_INBOX_PAGE } from './inbox.ts';
import { Cursor, limitOf } from './pages.ts';

/** The query of `GET /api/me/games`. */
export const InboxQuery = z.object({
  group: z.optional(InboxGroup),
  cursor: z.optional(Cursor),
  limit: limitOf(MAX_INBOX_PAGE, 30),
});
export type InboxQuery = z.infer<typeof InboxQuery>;
