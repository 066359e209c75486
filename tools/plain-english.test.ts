import { expect, test } from 'vitest';
import { phraseRate, readProse } from './plain-english.ts';

/** Suspicious phrases per 1,000 words that an area may have. Lower a level when an area gets better. */
test.each([
  ['README.md', 1],
  ['CHANGELOG.md', 1],
  ['CONTRIBUTING.md', 1],
  ['docs', 1],
  ['apps', 1],
  ['packages', 1.2],
  ['packages/messages/catalogues/en.json', 2],
  ['tools', 1],
  ['bench', 1.2],
  ['chaos', 1],
  ['fuzz', 1],
  ['prisma', 1],
])('%s has at most %d suspicious phrases per 1,000 words', (path, most) => {
  const prose = readProse(path);
  expect(prose.words).toBeGreaterThan(100);
  const found = prose.phrases.map(({ file, line, kind, text }) => `${file}:${line}  ${kind}: ${text}`);
  expect(phraseRate(prose), found.join('\n')).toBeLessThanOrEqual(most);
});
