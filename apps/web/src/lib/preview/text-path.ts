import textFont from '@fontsource/figtree/files/figtree-latin-500-normal.woff?inline';
import displayFont from '@fontsource/red-hat-display/files/red-hat-display-latin-700-normal.woff?inline';
import { type Font, parse } from 'opentype.js';

const SOURCES = { display: displayFont, text: textFont };
const fonts = new Map<keyof typeof SOURCES, Font>();

function font(face: keyof typeof SOURCES): Font {
  const known = fonts.get(face);
  if (known !== undefined) return known;
  const bytes = Buffer.from(SOURCES[face].slice(SOURCES[face].indexOf(',') + 1), 'base64');
  const read = parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  fonts.set(face, read);
  return read;
}

/** A line of text as the outline of its letters, so that whoever draws it needs no font. */
export type TextLine = { readonly d: string };

/**
 * Letters that the font lacks are left out.
 *
 * @param size of the font, in units of the drawing
 * @param width the line is cut with `…` where it would be wider
 */
function textLine(text: string, face: keyof typeof SOURCES, size: number, width: number): TextLine {
  const letters = font(face);
  const known = [...text].filter((letter) => letters.charToGlyphIndex(letter) !== 0).join('');
  const wide = (line: string) => letters.getAdvanceWidth(line, size);
  let line = known;
  for (let end = known.length - 1; wide(line) > width && end > 0; end -= 1) line = `${known.slice(0, end).trimEnd()}…`;
  return { d: letters.getPath(line, 0, 0, size).toPathData(1) };
}

/** A text in lines of at most this width, and at most so many of them. */
export function textLines(
  text: string,
  face: keyof typeof SOURCES,
  size: number,
  width: number,
  most: number,
): TextLine[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && (lines.length === most || font(face).getAdvanceWidth(longer, size) <= width))
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => textLine(line, face, size, width));
}
