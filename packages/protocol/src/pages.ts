import * as z from 'zod/mini';

/** Where the next page of a list begins; opaque to clients. */
export const Cursor = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,200}$/));

export const limitOf = (most: number, usual: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most)), usual);
