/** Lines of plain text mails stay below the 78 columns of RFC 5322. */
const WIDTH = 76;

/**
 * Breaks long lines between words. A longer word, such as a link, keeps a line to itself. Short lines stay as they are:
 * the spaces of a board's diagram matter.
 */
export function wrap(text: string, width = WIDTH): string {
  return text
    .split('\n')
    .map((line) => (line.length <= width ? line : wrapLine(line, width)))
    .join('\n');
}

function wrapLine(text: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
