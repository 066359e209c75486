import * as z from 'zod/mini';

/** No control characters, U+0000 among them, and no half of a surrogate pair: everything a database and a page can hold. */
const CLEAN = /^[^\p{Cc}\p{Cs}]*$/u;

/** What somebody typed or a program sent: all text that is asked with, and that may be stored, is one of these. */
export const Text = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(CLEAN, 'must have no control characters'));

/** The same without the space around it, and not empty. */
export const Words = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(CLEAN, 'must have no control characters'));

/** The largest number that a column of four bytes holds. */
export const MAX_INT4 = 2_147_483_647;

/** A number that counts or names something stored, from 0. */
export const Int4 = z.int().check(z.nonnegative(), z.maximum(MAX_INT4));

/** The same from 1. */
export const PositiveInt4 = z.int().check(z.positive(), z.maximum(MAX_INT4));
