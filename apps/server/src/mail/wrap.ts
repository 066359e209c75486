/** Lines of plain text mails stay below the 78 columns of RFC 5322. */
const WIDTH = 76;

/** Breaks lines between words. A longer word, such as a link, keeps a line to itself. */
export function wrap(text: string, width = WIDTH): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
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
