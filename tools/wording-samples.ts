/**
 * Prints random comments, test titles and UI texts of an earlier revision next to their present wording. The same seed
 * chooses the same samples.
 *
 *   node tools/wording-samples.ts --since REV [--seed 1] [--comments 40] [--titles 20] [--texts 40]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../packages/testing/src/random.ts';
import { printHelpIfAsked } from './help.ts';
import { root } from './run.ts';

/** `anchor` is the first line of code after the wording. */
type Wording = { readonly text: string; readonly anchor: string; readonly place: number };

const CATALOGUE = 'packages/messages/catalogues/en.json';
const COMMENT = /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+|<!--[\s\S]*?-->/gm;
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])((?:(?!\1).)*)\1/g;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });

const plain = (comment: string): string =>
  comment
    .replace(/\/\*\*?|\*\/|<!--|-->/g, ' ')
    .replace(/^\s*(?:\*|\/\/\/?) ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trim() ?? '';

const commentsOf = (text: string): Wording[] =>
  [...text.matchAll(COMMENT)].map(({ 0: comment, index }) => ({
    text: plain(comment),
    anchor: firstLine(text.slice(index + comment.length)),
    place: index / text.length,
  }));

const titlesOf = (text: string): Wording[] =>
  [...text.matchAll(TITLE)].map(({ 0: call, 2: title = '', index }) => ({
    text: title,
    anchor: firstLine(text.slice(index + call.length).replace(/^.*\n/, '')),
    place: index / text.length,
  }));

function textsOf(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => textsOf(child, key === '' ? name : `${key}.${name}`));
}

function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const [left, right] = [a, b].map((line) => new Set(line.match(/\w+/g) ?? []));
  if (left === undefined || right === undefined || left.size + right.size === 0) return 0;
  return (2 * [...left].filter((word) => right.has(word)).length) / (left.size + right.size);
}

/** The present wording at the same code; undefined if it was deleted. */
function counterpart(before: Wording, now: readonly Wording[]): string | undefined {
  const rated = now.map((each) => ({
    each,
    score: similarity(before.anchor, each.anchor) - Math.abs(before.place - each.place) / 2,
  }));
  const best = rated.toSorted((a, b) => b.score - a.score)[0];
  return best !== undefined && best.score > 0.5 ? best.each.text : undefined;
}

function sample<T>(items: readonly T[], count: number, random: () => number): T[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat();
}

printHelpIfAsked(
  'node tools/wording-samples.ts --since REV [--seed 1] [--comments 40] [--titles 20] [--texts 40]: prints random wordings before and after.',
);
const { values } = parseArgs({
  options: {
    since: { type: 'string' },
    seed: { type: 'string', default: '1' },
    comments: { type: 'string', default: '40' },
    titles: { type: 'string', default: '20' },
    texts: { type: 'string', default: '40' },
  },
});
if (values.since === undefined) throw new Error('Name a revision: --since REV');
const { since } = values;
const random = seededRandom(Number(values.seed));
const renamed = new Map(
  git('diff', '-M', '--name-status', '--diff-filter=R', since)
    .split('\n')
    .map((row) => row.split('\t'))
    .map(([, from = '', to = '']) => [from, to]),
);
const files = git('ls-tree', '-r', '--name-only', since)
  .split('\n')
  .filter((file) => /^(apps|packages|tools|bench|chaos|fuzz|prisma)\/.*\.(ts|mjs|svelte|css|prisma)$/.test(file));
const before = files.map((file) => ({ file, text: git('show', `${since}:${file}`) }));

function print(wordings: typeof commentsOf, isWanted: (file: string) => boolean, count: number): void {
  const all = before
    .filter(({ file }) => isWanted(file))
    .flatMap(({ file, text }) => wordings(text).map((wording) => ({ file, wording })));
  for (const { file, wording } of sample(all, count, random)) {
    const path = join(root, renamed.get(file) ?? file);
    const now = existsSync(path) ? counterpart(wording, wordings(readFileSync(path, 'utf8'))) : undefined;
    console.log(`- \`${file}\`\n  - before: ${wording.text}\n  - after: ${now ?? '(deleted)'}`);
  }
}

console.log('## Comments\n');
print(commentsOf, () => true, Number(values.comments));
console.log('\n## Test titles\n');
print(titlesOf, (file) => /\.(test|spec)\.ts$/.test(file), Number(values.titles));
console.log('\n## Texts\n');
const texts = new Map(textsOf(JSON.parse(readFileSync(join(root, CATALOGUE), 'utf8'))));
for (const [key, text] of sample(
  textsOf(JSON.parse(git('show', `${since}:${CATALOGUE}`))),
  Number(values.texts),
  random,
))
  console.log(`- \`${key}\`\n  - before: ${text}\n  - after: ${texts.get(key) ?? '(merged or removed)'}`);
