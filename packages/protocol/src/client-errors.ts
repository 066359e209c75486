import * as z from 'zod/mini';

/** Limits in characters; pages truncate to them, and the server rejects longer reports. */
export const MAX_ERROR_MESSAGE = 300;
export const MAX_ERROR_STACK = 3000;

/** Where a page caught an error: a part or a whole page that could not be shown, an event handler, a promise. */
export const CLIENT_ERROR_SOURCES = ['part', 'page', 'event', 'promise'] as const;

/** `POST /api/client-errors`: an unexpected error in a page of this site. */
export const ClientError = z.strictObject({
  /** Chosen by the page, which shows it to the player. */
  reference: z.string().check(z.regex(/^[0-9a-f]{8}$/)),
  source: z.enum(CLIENT_ERROR_SOURCES),
  message: z.string().check(z.maxLength(MAX_ERROR_MESSAGE)),
  stack: z.string().check(z.maxLength(MAX_ERROR_STACK)),
  /** The pattern of the page's address, such as `/game/[id]`; null for an unknown page. */
  route: z.nullable(z.string().check(z.regex(/^\/[\w[\]/.-]{0,60}$/))),
  /** The build of the pages. */
  version: z.string().check(z.regex(/^[\w.-]{1,40}$/)),
});
export type ClientError = z.infer<typeof ClientError>;
