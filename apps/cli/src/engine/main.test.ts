import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEngine, STRENGTH_TABLE } from '@terrace/engine';
import { legalMoves, SETUP_NAMES, squareName, startPosition } from '@terrace/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSession, HELP } from './session.ts';

const core = new URL(import.meta.resolve('@terrace/engine/core.wasm'));
const engine = createEngine(new WebAssembly.Module(readFileSync(core)));

async function answers(...lines: string[]): Promise<readonly (string | undefined)[]> {
  const answer = createSession(engine);
  const said: (string | undefined)[] = [];
  for (const line of lines) said.push(await answer(line));
  return said;
}

const last = async (...lines: string[]): Promise<string> => (await answers(...lines)).at(-1) ?? '';

describe('the program', () => {
  const program = fileURLToPath(new URL('../../../../tools/engine.ts', import.meta.url));
  const run = (input: string, ...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', input });

  test('answers each line with one line, and ends at quit', async () => {
    const { stdout, status } = run('position short\nnonsense\nplay d1-d3 e8-e6\ngo depth 4\nquit\nlevels\n');
    const lines = stdout.split('\n');
    expect(lines).toEqual(['ok', expect.stringMatching(/^error /), 'ok', expect.stringMatching(/^bestmove /), '']);
    expect(status).toBe(0);
  });

  test('ends at the end of its input, even if the last line has no line break', async () => {
    expect(run('perft 2')).toMatchObject({ stdout: '2450\n', status: 0 });
    expect(run('')).toMatchObject({ stdout: '', status: 0 });
  });

  test('prints the commands with --help', async () => {
    expect(run('', '--help').stdout).toContain(HELP);
  });
});

test('position accepts a setup or a position text, with any house rules', async () => {
  const text = 'DDCCBBAT/AABBCCDD/8/8/8/8/ddccbbaa/tabbccdd s sn 0 1';
  expect(await last('state')).toBe(`${text} capture standard sliding standard`);
  expect(await last('position short', `position ${text} sliding not-larger`, 'state')).toBe(
    `${text} capture standard sliding not-larger`,
  );
  expect(await last('position short sliding not-larger capture rank', 'perft 2')).toBe('1122');
});

test('position reads the output of state, even of a finished game', async () => {
  const over = await answers(
    'position 6t1/8/8/8/8/1T6/8/8 s sn 0 9',
    'play g8-h8',
    'state',
    'go',
    'moves',
    'eval',
    'perft 1',
  );
  const state = '7t/8/8/8/8/1T6/8/8 n sn 1 10 capture standard sliding standard result south wins: arrival';
  expect(over).toEqual(['ok', 'ok', state, 'bestmove none', 'none', 'none', '0']);
  expect(await answers(`position ${state}`, 'state', 'go depth 3', 'perft 0')).toEqual([
    'ok',
    state,
    'bestmove none',
    '1',
  ]);
});

test('play plays all of its moves or none, in any notation', async () => {
  const played = await answers('position short', 'play d1-d3 C-e8-e6#2', 'play c1-c3 e1-e8', 'state');
  expect(played.slice(0, 3)).toEqual(['ok', 'ok', expect.stringMatching(/^error Move 4 \(e1-e8\): /)]);
  expect(played[3]).toContain(' s sn 2 3 ');
  expect(await answers('play d1-d9', 'play', 'play d1-d3#7')).toEqual([
    expect.stringMatching(/^error Move 1 /),
    'error Give the moves, for example play d2-e2.',
    expect.stringMatching(/^error Move 1 /),
  ]);
});

test('moves lists the legal moves of the rules', async () => {
  for (const setup of SETUP_NAMES) {
    const position = startPosition(setup);
    const names = legalMoves(position).map(({ from, to }) =>
      [from, to].map((square) => squareName(position.size, square)).join('-'),
    );
    expect((await last(`position ${setup}`, 'moves')).split(' ')).toEqual(names);
  }
});

describe('go', () => {
  const form = /^bestmove (\S+) score (-?\d+) depth (\d+) nodes (\d+) pv (\S+(?: [a-h]\d-[a-h]\d)*)$/;

  test('prints the best move, its score for the side to move, depth, nodes and line', async () => {
    const [, move, , depth, , pv] = form.exec(await last('go depth 5')) ?? [];
    expect(depth).toBe('5');
    expect(pv?.split(' ')[0]).toBe(move);
    expect(await last('position 6t1/8/8/8/8/1T6/8/8 s sn 0 9', 'go depth 3')).toMatch(
      /^bestmove g8-h8 score 29999 depth 1 /,
    );
  });

  test('respects its limits', async () => {
    expect(Number(form.exec(await last('go nodes 3000'))?.[4])).toBeLessThanOrEqual(3000);
    expect(await last('position four', 'go movetime 30')).toMatch(form);
    expect(await last('go depth 9 nodes 2000')).toBe(await last('go nodes 2000'));
  });

  test('prints further lines after the best one', async () => {
    const answer = await last('go depth 3 lines 3');
    expect(answer).toMatch(/^bestmove .* line 2 score -?\d+ pv .* line 3 score -?\d+ pv /);
  });

  test('gives the same answer for the same game if limited by nodes or depth', async () => {
    const fresh = await last('position medium', 'go nodes 20000');
    expect(await last('go movetime 50', 'position four', 'go depth 4', 'position medium', 'go nodes 20000')).toBe(
      fresh,
    );
  });

  test('without a limit plays at the current level, depending on the seed', async () => {
    const at = (level: string, seed: number) => last('position short', `level ${level}`, `seed ${seed}`, 'go');
    expect(await at('1', 5)).toBe(await at('Beginner', 5));
    expect(await at('2', 5)).not.toBe(await at('4', 5));
    const chosen = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => at('1', seed)));
    expect(new Set(chosen.map((answer) => answer.split(' ')[1])).size).toBeGreaterThan(1);
  });
});

test('levels are listed from the weakest, and each can be chosen by name or number', async () => {
  const names = (await last('levels')).split(' ');
  expect(names).toHaveLength(8);
  expect(names[0]).toBe('beginner');
  for (const [index, name] of names.entries()) {
    expect(await answers(`level ${name}`, `level ${index + 1}`)).toEqual(['ok', 'ok']);
    expect(STRENGTH_TABLE[index]?.name).toBe(name);
  }
});

test.each([
  '',
  'position',
  'position nowhere',
  'position 8/8 s sn 0 1',
  'position short capture all',
  'position short sliding',
  'go depth',
  'go depth 0',
  'go depth 5 depth 6',
  'go fast',
  'go nodes 1e9',
  'go lines 65',
  'level',
  'level 9',
  'seed -1',
  'seed 1 2',
  'perft',
  'perft two',
  'moves now',
  'toString',
  'ＧＯ',
])('unreadable input gives an error in one line: %j', async (line) => {
  expect(await last(line)).toMatch(/^error .+\.$/);
});

test('no input makes the session throw', async () => {
  const words = [
    'position',
    'play',
    'go',
    'level',
    'seed',
    'moves',
    'eval',
    'perft',
    'short',
    'depth',
    '2',
    '-1',
    'a1-a2',
  ];
  const text = fc.oneof(fc.string(), fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 5 }));
  const answer = createSession(engine);
  await fc.assert(
    fc.asyncProperty(text, async (input) => {
      const line = typeof input === 'string' ? input : input.join(' ');
      const said = await answer(/^\s*(go\s*$|.*movetime|go.*nodes)/.test(line) ? 'eval' : line);
      expect(said === undefined || /^[^\n]+$/.test(said)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
