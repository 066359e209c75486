import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { HELP } from '../apps/cli/src/engine/session.ts';
import { USAGE } from '../packages/protocol/src/text-commands.ts';
import { root, run } from './run.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const documents = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  'bench/RESULTS.md',
].filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md');

/** Shell commands: lines of code fences, and inline code that begins with npm, npx, pnpm or node. */
function commandsIn(text: string): string[] {
  const fences = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].flatMap(([, language, lines = '']) =>
    language === '' || language === 'sh' ? lines.split('\n') : [],
  );
  const spans = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`((?:npm|npx|pnpm|node) [^`]+)`/g)];
  return [...fences, ...spans.map(([, span = '']) => span)]
    .map((line) =>
      line
        .replace(/ +#.*$/, '')
        .replace(/^(?:[A-Z_]+=\S+ )+/, '')
        .trim(),
    )
    .filter((line) => /^[a-z]/.test(line) && !line.startsWith('content-type'));
}

const commands = [...new Set(documents.flatMap((file) => commandsIn(read(file))))];
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));

function problemOf(command: string): string | undefined {
  const [program = '', first = '', second = ''] = command.split(' ').filter((word) => word !== '--silent');
  if (['curl', 'apt-get', 'docker', 'find'].includes(program)) return undefined;
  if (program === 'npx')
    return read('tools/launch.mjs').includes(`'${first}'`) ? undefined : `${first} is not the pnpm we use`;
  if (program === 'pnpm' && first === '--dir') {
    const [name = ''] = command.split(' exec ').slice(1).join('').split(' ');
    return existsSync(join(root, second, 'node_modules/.bin', name)) ? undefined : `no program ${name} in ${second}`;
  }
  if (program === 'npm' || program === 'pnpm') {
    if (first === 'install') return undefined;
    if (first === 'exec')
      return existsSync(join(root, 'node_modules/.bin', second)) ? undefined : `no program ${second}`;
    return problemOfScript(first === 'run' ? second : first);
  }
  return program === 'node' ? problemOfFile(first) : `unknown program ${program}`;
}

const fileOfScript = (script: string): string | undefined =>
  /^(?:exec )?(?:\$\(.*\)|node) (?:--\S+ )*(?:tools\/launch\.mjs (?:--\S+ )?)?(\S+)/.exec(script)?.[1];

/** The program that a command runs, if it is one of this repository. */
function fileOf(command: string): string | undefined {
  const [program = '', first = '', second = ''] = command.split(' ').filter((word) => word !== '--silent');
  if (program === 'node') return first;
  if (program !== 'npm' && program !== 'pnpm') return undefined;
  return fileOfScript(scripts[first === 'run' ? second : first] ?? '');
}

function problemOfScript(name: string): string | undefined {
  const script = scripts[name];
  if (script === undefined) return `package.json has no script ${name}`;
  const file = fileOfScript(script);
  if (file !== undefined) return problemOfFile(file);
  const missing = script
    .match(/(?:^|&& )(?!pnpm)[a-z]+/g)
    ?.find((program) => !existsSync(join(root, 'node_modules/.bin', program.replace('&& ', ''))));
  return missing && `no program ${missing}`;
}

/** Problems with the help of programs, by file. */
let problems: Readonly<Record<string, string>> = {};

function problemOfFile(file: string): string | undefined {
  if (!existsSync(join(root, file))) return `there is no ${file}`;
  return file in problems ? `${file} --help: ${problems[file]}` : undefined;
}

// One process for all programs: each loads hundreds of modules before it reads its arguments.
beforeAll(async () => {
  const named = commands.map(fileOf).filter((file) => file !== undefined);
  const files = [...new Set(named)].filter((file) => existsSync(join(root, file)));
  const { ok, output } = await run(`node tools/help-of.ts ${files.join(' ')}`);
  expect(ok, output).toBe(true);
  problems = z.record(z.string(), z.string()).parse(JSON.parse(output));
});

test('the documents contain commands of every kind', () => {
  expect(commands).toEqual(
    expect.arrayContaining([
      'npm start',
      'npm test',
      'pnpm test:all',
      'pnpm migration add-chat',
      'node bench/moves.ts',
    ]),
  );
});

test.each(commands)('%s exists and prints its help', (command) => {
  expect(problemOf(command)).toBeUndefined();
});

test.each(commands.filter((command) => command.includes(' rules -- ')))('%s runs', async (command) => {
  const { ok, output } = await run(command);
  expect(ok, output).toBe(true);
});

test('an invalid command is found', () => {
  const wrong = ['npm run nothing', 'pnpm nothing', 'node tools/nothing.ts', 'npx pnpm@1.0.0 install', 'make all'];
  for (const command of [...wrong, 'pnpm exec nothing', 'pnpm --dir apps/web exec nothing'])
    expect(problemOf(command), command).toBeDefined();
});

describe('docs/commands.md', () => {
  const table =
    read('docs/commands.md')
      .match(/^\| `.*$/gm)
      ?.map((row) => row.split(' | ')[0] ?? '') ?? [];
  const named = table.flatMap((cell) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name));

  test('lists exactly the text commands', () => {
    expect(named.toSorted()).toEqual(Object.keys(USAGE).toSorted());
  });
});

describe('docs/engine.md', () => {
  const [, transcript = ''] = /^```text\n(> [\s\S]*?)^```/m.exec(read('docs/engine.md')) ?? [];
  const lines = transcript.trim().split('\n');
  const asked = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2));

  test('shows the real answers of the engine', () => {
    const { stdout } = spawnSync(process.execPath, [join(root, 'tools/engine.ts')], {
      encoding: 'utf8',
      input: asked.join('\n'),
    });
    const answered = lines.filter((line) => !line.startsWith('> '));
    const short = stdout.trim().replace(/nodes \d+ pv (\S+) .*/g, 'nodes … pv $1 …');
    expect(short.split('\n')).toEqual(answered);
    expect(answered).toHaveLength(asked.length);
  });

  test('lists every command of the engine', () => {
    const named = [...read('docs/engine.md').matchAll(/^\| `(\w+)/gm)].map(([, name]) => name);
    expect([...named, 'quit']).toEqual(HELP.split('\n').map((line) => line.split(/[ :]/)[0]));
  });
});

test.each([
  ['In the page', 'apps/web/src/lib', 12],
  ['On the server', 'apps/server/src', 14],
])('the path of a move lists existing files: %s in %s at most %i', (title, folder, most) => {
  const [, section = ''] = read('docs/develop.md').split(`### ${title}`);
  const [part = ''] = section.split(/\n#+ /);
  const files = [...part.matchAll(/^\d+\. \[`([^`]+)`\]/gm)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(join(root, folder, file)))).toEqual([]);
  expect(files.length).toBeGreaterThan(5);
  expect(files.length).toBeLessThanOrEqual(most);
});

test('every link to a file of the repository has an existing target', () => {
  for (const file of documents) {
    const folder = join(root, file, '..');
    for (const [, target = ''] of read(file).matchAll(/\]\((?!http)([^)#\s]+)/g)) {
      expect(existsSync(join(folder, target)), `${file} links to ${target}`).toBe(true);
    }
  }
});
