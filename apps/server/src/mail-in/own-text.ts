import { isCommandName } from '@terrace/protocol';
import { cleanLines } from '@terrace/rules';

/** Lines searched for what the sender wrote. */
const MAX_LINES = 5_000;

/** Lines of an introduction of a quotation, such as "On Monday, Ann wrote:", which mail programs wrap. */
const MAX_INTRODUCTION = 4;

type Lines = readonly string[];

/** The paragraphs that the sender wrote, each as its lines: above the quotation, or if there are none, below it. */
export function ownParagraphs(text: string): readonly Lines[] {
  const lines = cleanLines(text).split('\n', MAX_LINES);
  const end = lines.findIndex((line, at) => isSignature(line) || isForwarded(lines, at));
  const body = end < 0 ? lines : lines.slice(0, end);
  const quote = body.findIndex(isQuoted);
  if (quote < 0) return paragraphsOf(body);
  const above = paragraphsOf(withoutIntroduction(body.slice(0, quote)));
  if (above.length > 0) return above;
  return paragraphsOf(body.slice(quote).map((line) => (isQuoted(line) ? '' : line)));
}

function paragraphsOf(lines: Lines): readonly Lines[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line.trim());
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

const isQuoted = (line: string): boolean => /^ {0,3}(?:>|[|│]\s)/.test(line);

const isSignature = (line: string): boolean => /^-- ?$/.test(line);

/**
 * Where a quotation without marks begins, as Outlook writes it: a line like "-----Original Message-----" or a rule, or
 * a block of headers in any language, such as "Von: … Gesendet: …".
 */
function isForwarded(lines: Lines, at: number): boolean {
  const line = (lines[at] ?? '').trim();
  if (line.length > 1000) return false;
  if (/^_{10,}$/.test(line) || /^-{3,} ?[^-]{3,60} ?-{3,}$/.test(line)) return true;
  const isHeader = (text: string | undefined): boolean =>
    /^\*?[\p{L} ]{2,20}\*?\s?:\*?\s?\S/u.test((text ?? '').trim());
  return /[@<]/.test(line) && isHeader(line) && isHeader(lines[at + 1]) && isHeader(lines[at + 2]);
}

/** Without the last lines if they introduce the quotation below: in any language they end with a colon. */
function withoutIntroduction(lines: Lines): Lines {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const line = lines[last] ?? '';
  if (!/[:：]\s*$/.test(line) || isCommandName(wordOf(line))) return lines;
  const top = Math.max(
    last - MAX_INTRODUCTION,
    lines.slice(0, last).findLastIndex((each) => each.trim() === ''),
  );
  const dated = lines.findLastIndex((each, at) => at > top && at <= last && hasDate(each));
  if (dated < 0) return lines.slice(0, last);
  const before = lines.slice(0, dated).findLastIndex((each) => !hasDate(each));
  return lines.slice(0, Math.max(before, top) + 1);
}

const hasDate = (line: string): boolean => /\d{4}|\d{1,2}[:.]\d{2}\b|\d{1,2}[./]\s?\d{1,2}\b/.test(line);

const wordOf = (line: string): string => line.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '';
