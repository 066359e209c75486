/**
 * Finds phrases that read like a translation, in Markdown, comments, test titles and the English catalogue. A match is
 * a place to look at: rewrite the sentence, not only the phrase.
 *
 *   node tools/plain-english.ts [--list] [PATH ...]
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { printHelpIfAsked } from './help.ts';
import { root } from './run.ts';

type Phrase = { readonly file: string; readonly line: number; readonly kind: string; readonly text: string };

type Line = { readonly line: number; readonly text: string };

const KINDS: Readonly<Record<string, RegExp>> = {
  'who or what as a subject':
    /(?:^|[.:;,(]\s*|\b(?:and|but|that|if|to|of|for|by|from|with|when|as|than)\s+)(?:who|whoever|whom|what|whatever)\s+(?!(?:is|are)\s+(?:this|that|you|your)\b|(?:it|you|we|they|to|must|each|the)\b)[a-z]+(?![^.?!]*\?)/gi,
  'told or heard':
    /\b(?:is|are|be|was|were|been|gets?)\s+told\b|\btells?\s+(?:of|the|it|all|who|whether|each|others)\b|\bhears?\b|\bheard\b/gi,
  'stiff connective':
    /\banew\b|\bthereby\b|\bthereupon\b|\bfrom where\b|\bby which\b|\bof which\b|\bin turns\b|\bmade good\b|\bas long as\b|\bat the most\b|\binstead of that\b/gi,
  'nobody or somebody': /\bnobody\b|\bsomebody\b|\banybody\b|\beverybody\b|\bno other\b/gi,
  'stiff ending': /,\s*too\b|\bany more\b|\bhas to be\b|\bare to be\b|\bis to be\b/gi,
  'negated noun':
    /\bis none\b|\bis no [a-z]+\b|\bare no [a-z]+\b|\bwhat is (?:no|not)\b|\bno more than\b|\bwithout (?:it|them|which|that)\b/gi,
};

const COMMENTS = /\/\*\*?([\s\S]*?)\*\/|(?:^|[^:'"`\w/\n])\/\/\/?\s?(.*)$|<!--([\s\S]*?)-->/gm;
const TEST_TITLES = /\b(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])((?:(?!\1).)*)\1/g;
const TEXTS = /:\s*"((?:[^"\\]|\\.)*)"/g;
const SKIPPED_FOLDERS = /^(node_modules|\.git|build|build-longest|generated|dist|\.svelte-kit|\.data)$/;

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !SKIPPED_FOLDERS.test(name))
    .flatMap((name) => filesIn(join(path, name)));
}

function proseOfMarkdown(text: string): Line[] {
  let isCode = false;
  return text.split('\n').flatMap((row, i) => {
    if (row.startsWith('```')) isCode = !isCode;
    return isCode || /^\|[-: |]+\|$/.test(row) ? [] : [{ line: i + 1, text: row.replace(/`[^`]*`/g, 'x') }];
  });
}

function proseOfCode(text: string, lineOf: (index: number) => number): Line[] {
  const comments = [...text.matchAll(COMMENTS)].flatMap(({ index, 1: block, 2: line, 3: html }) =>
    (block ?? line ?? html ?? '').split('\n').map((row, i) => ({
      line: lineOf(index) + i,
      text: row
        .replace(/^\s*\* ?/, '')
        .replace(/`[^`]*`/g, 'x')
        .replace(/@\w+/g, ''),
    })),
  );
  const titles = [...text.matchAll(TEST_TITLES)].map(({ index, 2: title = '' }) => ({
    line: lineOf(index),
    text: title,
  }));
  return [...comments, ...titles];
}

function proseOf(file: string): Line[] {
  const text = readFileSync(file, 'utf8');
  const lineOf = (index: number): number => text.slice(0, index).split('\n').length;
  if (extname(file) === '.md') return proseOfMarkdown(text);
  if (file.endsWith('en.json'))
    return [...text.matchAll(TEXTS)].map(({ index, 1: message = '' }) => ({
      line: lineOf(index),
      text: message.replace(/\{[^}]*\}/g, 'x'),
    }));
  return /\.(ts|js|mjs|svelte|yml|sh|prisma)$/.test(file) ? proseOfCode(text, lineOf) : [];
}

/** The words of prose in a file or folder, given relative to the repository, and the suspicious phrases among them. */
export function readProse(path: string): { readonly words: number; readonly phrases: readonly Phrase[] } {
  let words = 0;
  const phrases: Phrase[] = [];
  for (const file of filesIn(join(root, path))) {
    for (const { line, text } of proseOf(file)) {
      words += (text.match(/[A-Za-z']+/g) ?? []).length;
      for (const [kind, pattern] of Object.entries(KINDS))
        for (const { index } of text.matchAll(pattern))
          phrases.push({ file, line, kind, text: text.trim().slice(Math.max(0, index - 50), index + 80) });
    }
  }
  return { words, phrases };
}

export const phraseRate = ({ words, phrases }: ReturnType<typeof readProse>): number =>
  (phrases.length / Math.max(words, 1)) * 1000;

if (process.argv[1] === import.meta.filename) {
  printHelpIfAsked('node tools/plain-english.ts [--list] [PATH ...]: finds phrases that read like a translation.');
  const { values, positionals } = parseArgs({ options: { list: { type: 'boolean' } }, allowPositionals: true });
  for (const path of positionals.length > 0 ? positionals : ['.']) {
    const prose = readProse(path);
    if (values.list)
      for (const { file, line, kind, text } of prose.phrases) console.log(`${file}:${line}  ${kind}: ${text}`);
    console.log(`${path}: ${prose.words} words, ${phraseRate(prose).toFixed(1)} phrases per 1,000`);
  }
}
