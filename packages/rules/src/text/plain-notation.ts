import { withLineFeeds, withoutInvisible, withPlainBlanks } from './characters.ts';

/** What keyboards and word processors write for the characters of moves, positions and records. */
const MEANT: readonly (readonly [characters: RegExp, meant: string])[] = [
  [/[\u00B4\u0060\u02B9-\u02BD\u02C8\u02CA\u02CB\u055A\u2018-\u201B\u2032\u2035\uA78C\uFF07\uFF40]/g, "'"],
  [/[\u00AB\u00BB\u201C-\u201F\u2033\u2036\u275D\u275E\u301D-\u301F\uFF02]/g, '"'],
  [/[\p{Pd}\u2043\u2212\u2796]/gu, '-'],
  [/[\u02D0\u02F8\u2236\uA789]/g, ':'],
  [/[\u00D7\u2715\u2A2F]/g, 'x'],
  [/[\u2044\u2215]/g, '/'],
];

/**
 * Notation in ASCII: apostrophes, quotation marks, dashes, blanks, line ends and full-width forms as what they mean,
 * without invisible characters. Characters without such a meaning stay, so that a reader can name them.
 */
export function plainNotation(text: string): string {
  if (/^[\t\n\x20-\x5F\x61-\x7E]*$/.test(text)) return text;
  let plain = withoutInvisible(withPlainBlanks(withLineFeeds(text)));
  for (const [characters, meant] of MEANT) plain = plain.replace(characters, meant);
  return plain.normalize('NFKC');
}

/** A character that no notation has, with the place where it stands: `column` counts characters from 1. */
export interface OddCharacter {
  readonly character: string;
  /** Such as `U+0430`. */
  readonly codePoint: string;
  readonly column: number;
}

/** The first character of a line that is neither ASCII nor a typographic form of it. */
export function oddCharacter(line: string): OddCharacter | undefined {
  for (const [index, character] of [...line].entries()) {
    if (/^[\t\n\x20-\x7E]*$/.test(plainNotation(character))) continue;
    return { character, codePoint: codePointName(character), column: index + 1 };
  }
  return undefined;
}

/** `U+0430` */
export const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
