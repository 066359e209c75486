import * as z from 'zod/mini';

/** No control characters or unpaired surrogates: Postgres and pages can represent the rest. */
const CLEAN = /^[^\p{Cc}\p{Cs}]*$/u;

/** Text from users and programs; every text in a request is one of these. */
export const Text = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(CLEAN, 'must have no control characters'));

/** Text of several lines: tabs and line feeds are its only control characters. */
export const LongText = (most: number) =>
  z
    .string()
    .check(
      z.maxLength(most),
      z.regex(/^(?:[\t\n]|[^\p{Cc}\p{Cs}])*$/u, 'must have no control characters except tabs and line feeds'),
    );

export const NonBlankText = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(CLEAN, 'must have no control characters'));

export const MAX_INT4 = 2_147_483_647;

/** A stored count or id, from 0. */
export const Int4 = z.int().check(z.nonnegative(), z.maximum(MAX_INT4));

/** A stored count or id, from 1. */
export const PositiveInt4 = z.int().check(z.positive(), z.maximum(MAX_INT4));
