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

export type TextLine = { readonly d: string };

/** Omits characters that the font lacks. @param size, width in units of the drawing; longer lines end with `…` */
function textLine(text: string, face: keyof typeof SOURCES, size: number, width: number): TextLine {
  const letters = font(face);
  const known = [...text].filter((letter) => letters.charToGlyphIndex(letter) !== 0).join('');
  const wide = (line: string) => letters.getAdvanceWidth(line, size);
  let line = known;
  for (let end = known.length - 1; wide(line) > width && end > 0; end -= 1) line = `${known.slice(0, end).trimEnd()}…`;
  return { d: letters.getPath(line, 0, 0, size).toPathData(1) };
}

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
