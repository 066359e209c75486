import { z } from 'zod';

/** Where the next page of a list begins. Its text means nothing to anybody but the server. */
export const Cursor = z.string().regex(/^[0-9A-Za-z_-]{1,200}$/);

/** Rows on a page: as many as asked for, up to `most`. */
export const limitOf = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);
