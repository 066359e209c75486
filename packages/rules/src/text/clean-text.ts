import { withLineFeeds, withoutInvisible, withoutStrayInvisible, withPlainBlanks } from './characters.ts';

/** A braille pattern without dots looks like a blank, although Unicode counts it as a symbol. */
const isBlank = (char: string | undefined): boolean => char !== undefined && /^[\s\u2800]$/.test(char);

/** A loop, because an expression for blanks before the end takes quadratic time. */
function withoutBlankEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

/**
 * Text of several lines for people: composed letters (NFC), line feeds, plain blanks, and no invisible or direction
 * characters, with which text can hide or reverse what stands next to it. Cleaning it again changes nothing.
 */
export function cleanLines(text: string): string {
  let clean = cleanOnce(text);
  for (let passes = 1; passes < MAX_PASSES; passes += 1) {
    const again = cleanOnce(clean);
    if (again === clean) return clean;
    clean = again;
  }
  return cleanOnce(withoutInvisible(clean));
}

/** NFC reorders accents, and a joiner that stood after a letter may then stand after an accent, where it is stray. */
const MAX_PASSES = 4;

const cleanOnce = (text: string): string =>
  withPlainBlanks(withoutStrayInvisible(withLineFeeds(text))).normalize('NFC');

/** The same as one line, without blanks at its ends. */
export const cleanLine = (text: string): string => withoutBlankEnds(cleanLines(text).replaceAll(/[\n\t]/g, ' '));
