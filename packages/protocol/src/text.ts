import { cleanLine, cleanLines, plainNotation } from '@terrace/rules';
import * as z from 'zod/mini';

// Every text in a request has one of these schemas. Patterns use what the expressions of all languages have.

/** Neither Postgres nor pages can represent control characters and unpaired surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it rejects them
const NO_CONTROLS = /^[^\x00-\x1f\x7f-\x9f]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it rejects them
const NO_CONTROLS_BUT_LINES = /^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$/;

const storable = [
  z.regex(NO_CONTROLS, 'must have no control characters'),
  z.refine<string>((text) => text.isWellFormed(), 'must have no unpaired surrogates'),
] as const;

/** One line for people, cleaned and possibly blank: a name to look up, a search. */
export const Text = (most: number) => z.string().check(z.overwrite(cleanLine), z.maxLength(most), ...storable);

/** One line for people, cleaned. Text without a visible character is rejected. */
export const NonBlankText = (most: number) =>
  z
    .string()
    .check(z.overwrite(cleanLine), z.minLength(1), z.maxLength(most), ...storable)
    .brand('CleanText');

/** Cleaned text of several lines: tabs and line feeds are its only control characters. */
export const LongText = (most: number) =>
  z
    .string()
    .check(
      z.overwrite(cleanLines),
      z.maxLength(most),
      z.regex(NO_CONTROLS_BUT_LINES, 'must have no control characters except tabs and line feeds'),
      storable[1],
    )
    .brand('CleanText');

/** Text that other people may read. Only the schemas of requests create it. */
export type CleanText = string & z.$brand<'CleanText'>;

/** A position, with the characters of word processors replaced and one blank between its fields, as queries expect. */
export const NotationText = (most: number) =>
  z.string().check(
    z.overwrite((text) => plainNotation(text).trim().replace(/\s+/g, ' ')),
    z.maxLength(most),
    ...storable,
  );

/** A password, token, id or address, which must stay as it is. */
export const OpaqueText = (most: number) => z.string().check(z.maxLength(most), ...storable);

export const MAX_INT4 = 2_147_483_647;

/** A stored count or id, from 0. */
export const Int4 = z.int().check(z.nonnegative(), z.maximum(MAX_INT4));

/** A stored count or id, from 1. */
export const PositiveInt4 = z.int().check(z.positive(), z.maximum(MAX_INT4));
