// The lowest package has these because readers of moves need them as well as chat, names and commands do.

/** Line ends of all systems. */
const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** A blank of any width. */
const BLANKS = /\p{Zs}/gu;

/** Has no shape of its own: zero-width blanks, direction marks, overrides and isolates, soft hyphens, fillers. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u;

/** Text in which each line end is one line feed. */
export const withLineFeeds = (text: string): string => text.replace(LINE_ENDS, '\n');

export const withPlainBlanks = (text: string): string => text.replace(BLANKS, ' ');

const INVISIBLES = new RegExp(INVISIBLE.source, 'gu');

export const withoutInvisible = (text: string): string => text.replace(INVISIBLES, '');

/** The flag of a region, such as Wales: invisible letters after a black flag. */
const REGION_FLAG = /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})/u;

const PICTURE = /^\p{Extended_Pictographic}$/u;
// cspell:ignore Syrc Beng Gujr Orya Taml Telu Knda Mlym Khmr Mymr Deva Guru Sinh
/** Scripts in which a joiner between two letters changes their shapes, and so the word. */
const JOINING =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]$/u;

/** Removes invisible characters, except those that belong to an emoji or to the spelling of a word. */
export function withoutStrayInvisible(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  return text
    .split(REGION_FLAG)
    .map((part, index) => (index % 2 === 1 ? part : dropInvisible([...part])))
    .join('');
}

function dropInvisible(chars: readonly string[]): string {
  const kept: string[] = [];
  let before: string | undefined; // the last visible character, without skin tones
  let visible = true; // the last kept character
  for (const [index, char] of chars.entries()) {
    const seen = !INVISIBLE.test(char);
    if (!seen && !isMeant(char, before, visible, kept.at(-1), chars[index + 1])) continue;
    if (seen && !/^\p{Emoji_Modifier}$/u.test(char)) before = char;
    visible = seen;
    kept.push(char);
  }
  return kept.join('');
}

/** Whether an invisible character changes how its neighbours look. @param first directly after a visible one */
function isMeant(
  char: string,
  before: string | undefined,
  first: boolean,
  last: string | undefined,
  next: string | undefined,
): boolean {
  if (before === undefined) return false;
  if (char === '\uFE0E' || char === '\uFE0F') {
    return first && (PICTURE.test(before) || (/^[0-9#*]$/.test(before) && next === '\u20E3'));
  }
  if (next === undefined) return false;
  if (char === '\u200D' && PICTURE.test(before)) return last !== char && PICTURE.test(next);
  return (char === '\u200C' || char === '\u200D') && first && JOINING.test(before) && JOINING.test(next);
}
