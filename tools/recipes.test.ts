import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { modulesOf } from '../packages/messages/compile/modules.ts';
import { root } from './run.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const guide = read('CONTRIBUTING.md');

test('every file and folder of the recipes exists', () => {
  const paths = [...guide.matchAll(/`((?:apps|packages|docs)\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each([
  ['An event', 4],
  ['A migration', 2],
  ['A setup', 3],
  ['A route', 1],
  ['A socket request', 2],
  ['A message', 2],
  ['A language', 2],
  ['A board theme', 4],
  ['A page', 3],
  ['A scene', 1],
])('%s takes at most %i places', (title, most) => {
  const recipe = guide.split(/^### /m).find((section) => section.startsWith(title)) ?? '';
  const steps = recipe.match(/^\d+\. /gm) ?? [];
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.length).toBeLessThanOrEqual(most);
});

const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const compiler = ts.createCompilerHost(options);
const sources = new Map<string, ts.SourceFile | undefined>();

function complaints(files: readonly string[], file: string, change: (text: string) => string): string[] {
  const changed = change(read(file));
  if (changed === read(file)) throw new Error(`nothing was changed in ${file}`);
  const host: ts.CompilerHost = {
    ...compiler,
    readFile: (name) => (name === join(root, file) ? changed : compiler.readFile(name)),
    getSourceFile(name, version) {
      if (name === join(root, file)) return ts.createSourceFile(name, changed, version);
      if (!sources.has(name)) sources.set(name, compiler.getSourceFile(name, version));
      return sources.get(name);
    },
  };
  const program = ts.createProgram(
    files.map((each) => join(root, each)),
    { ...options, noEmit: true, types: [] },
    host,
  );
  return files.filter((each) => {
    const source = program.getSourceFile(join(root, each));
    return source !== undefined && program.getSemanticDiagnostics(source).length > 0;
  });
}

test('the compiler requires the English name of a new setup', () => {
  const files = ['apps/web/src/lib/lobby/game-text.ts'];
  const add = (text: string) =>
    text.replace('\n} as const satisfies', "\n  other: { ...two, size: 8, placement: '' },$&");
  expect(complaints(files, 'packages/rules/src/named-setups.ts', (text) => `${text}\n`)).toEqual([]);
  expect(complaints(files, 'packages/rules/src/named-setups.ts', add)).toEqual(files);
});

test('compiling the catalogues requires a new text in every language', () => {
  const catalogues = { en: { site: { brand: 'Terrace', news: 'News' } }, de: { site: { brand: 'Terrace' } } };
  expect(() => modulesOf(catalogues)).toThrow('de.site.news is missing');
});

test('the compiler requires the traits and the fold of a new event', () => {
  const files = ['packages/game/src/event-traits.ts', 'packages/game/src/fold.ts'];
  const add = (text: string) =>
    text.replace("discriminatedUnion('type', [", "$& z.object({ type: z.literal('cheered') }),");
  expect(complaints(files, 'packages/protocol/src/events.ts', (text) => `${text}\n`)).toEqual([]);
  expect(complaints(files, 'packages/protocol/src/events.ts', add)).toEqual(files);
});
