import type { Letter, Section } from './letter.ts';
import { wrap } from './wrap.ts';

/** The plain text part. It needs no picture. */
export function renderText({ hello, sections, footer }: Letter): string {
  const parts = [hello, ...sections.map(sectionText)];
  const links = footer?.links.map(({ text, url }) => `${text}: ${url}`) ?? [];
  if (footer !== null) parts.push(['-- ', footer.why, ...links].join('\n'));
  return `${wrap(parts.join('\n\n'))}\n`;
}

function sectionText({ heading, paragraphs, diagram, closing = [], link }: Section): string {
  const title = heading === '' ? [] : [[wrap(heading), '='.repeat(Math.min(heading.length, 40))].join('\n')];
  const board = diagram === null ? [] : [diagram];
  // Without a heading the text above the link says what it is for.
  const links = link === null ? [] : [heading === '' ? link.url : `${link.text}:\n${link.url}`];
  return [...title, ...paragraphs, ...board, ...closing, ...links].join('\n\n');
}
