import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { formatDiagram, startPosition } from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import { run } from './commands.ts';

const said = (line: string, input = ''): unknown => {
  const args = line.match(/"[^"]*"|\S+/g) ?? [];
  const answer = run(
    args.map((word) => word.replace(/^"|"$/g, '')),
    () => input,
  );
  return answer.ok ? answer.value : { refused: answer.error };
};

describe('perft', () => {
  test('prints one number', () => {
    expect(said('perft --depth 3')).toBe('127166');
    expect(said('perft --setup short --capture rank --sliding not-larger --depth 2')).toBe('1122');
    expect(said('perft --depth 1 --position "1T6/8/8/8/8/8/8/1t6 s sn 0 1"')).toBe('5');
  });

  test('refuses invalid options with one sentence', () => {
    expect(said('perft')).toEqual({ refused: 'Give the depth in moves with --depth and a whole number.' });
    expect(said('perft --depth 2 --setup huge')).toMatchObject({
      refused: expect.stringMatching(/^Unknown setup huge/),
    });
    expect(said('perft --depth 2 --capture all')).toEqual({ refused: '--capture must be standard or rank, not all.' });
    expect(said('perft --depth 2 --position "8 s sn 0 1"')).toMatchObject({
      refused: expect.stringMatching(/eight or six ranks/),
    });
    expect(said('perft --depth 2 --style plain')).toEqual({ refused: 'This command has no option --style.' });
    expect(said('perft --deep 2')).toMatchObject({ refused: expect.stringMatching(/--deep/) });
  });
});

test('moves prints the legal moves in official notation, one per line, sorted', () => {
  const lines = String(said('moves --setup short')).split('\n');
  expect(lines).toHaveLength(31);
  expect(lines).toEqual(lines.toSorted());
  expect(lines).toContain('c-d1-d3');
});

describe('play', () => {
  test('prints the position text, and the result when the game is over', () => {
    expect(said('play --moves "d-a2-b3 D-h7-g6"')).toBe('DDCCBBAT/AABBCCD1/6D1/8/8/1d6/1dccbbaa/tabbccdd s sn 2 3');
    expect(said('play --moves t-g8-h8 --position "6t1/8/8/8/8/1T6/8/8 s sn 0 9"')).toBe(
      '7t/8/8/8/8/1T6/8/8 n sn 1 10\nsouth wins: arrival',
    );
  });

  test('names the number of an illegal move', () => {
    expect(said('play --moves "d-a2-b3 d-b2-b3"')).toEqual({
      refused: "Move 2 (d-b2-b3): The piece on b2 is South's, and it is North's turn.",
    });
    expect(said('play --moves "d-a2-b3#2"')).toMatchObject({ refused: expect.stringMatching(/^Move 1 /) });
  });
});

test('show draws the board', () => {
  expect(said('show --setup four')).toBe(formatDiagram(startPosition('four'), 'walled'));
  expect(said('show --style plain')).toBe(formatDiagram(startPosition('long'), 'plain'));
  expect(said('show --style round')).toEqual({
    refused: '--style must be plain, walled, usenet or everything2, not round.',
  });
});

describe('convert', () => {
  test('converts between moves, records, positions and diagrams', () => {
    const record = String(said('convert --from official --to record --setup short', 'd1-d3 e8-e6'));
    expect(record).toMatch(/\[Setup "short"\][\s\S]*1\. c-d1-d3\n2\. C-e8-e6\n\*$/);
    expect(said('convert --from record --to numeric', record)).toBe('B3d1-d3\nW3e8-e6');
    expect(said('convert --from record --to abstractplay', record)).toBe('3d1-d3\n3e8-e6');
    const position = String(said('convert --from record --to position', record));
    expect(said('convert --from position --to walled', `${position}\n`)).toBe(
      said('convert --from record --to walled', record),
    );
    const walled = String(said('convert --from record --to walled', record));
    expect(said('convert --from walled --to position', walled)).toBe(position.replace('2 3', '0 1'));
    expect(said(`convert --from position --to record --text "${position}"`)).toContain(`[Start "${position}"]`);
  });

  test('refuses unreadable input, and games that the target format cannot express', () => {
    expect(said('convert --from official')).toMatchObject({ refused: expect.stringMatching(/^Give --from and --to/) });
    expect(said('convert --from record --to position', 'x')).toMatchObject({
      refused: expect.stringMatching(/^Move 1 \(x\)/),
    });
    const left = '[Setup "three"]\n\n{[%left east]}\n*';
    expect(said('convert --from record --to official', left)).toMatchObject({
      refused: expect.stringMatching(/east left/),
    });
  });
});

test('help lists exactly the options that each command accepts', () => {
  const help = String(said('help'));
  const listed = [...help.matchAll(/^(\w+): .*\n((?: {2}--.*\n?)+)/gm)].map(([, name = '', lines = '']) => [
    name,
    [...lines.matchAll(/--(\w+)/gm)].map(([, option]) => option),
  ]);
  expect(listed).toHaveLength(5);
  for (const [name, options] of listed) {
    for (const option of ['setup', 'position', 'capture', 'sliding', 'depth', 'moves', 'style', 'from', 'to', 'text']) {
      const unknown = `This command has no option --${option}.`;
      const refused = JSON.stringify(said(`${name} --${option} x`, ' ')).includes(unknown);
      expect(refused, `${name} --${option}`).toBe(!options?.includes(option));
    }
  }
  expect(said('show --help')).toBe(help);
});

test('the exit code is 2 with one sentence for bad input, and 0 for good input', () => {
  const tool = fileURLToPath(new URL('main.ts', import.meta.url));
  const call = (...args: string[]) =>
    spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8', input: 'a2-b3' });
  expect(call('perft', '--depth', '2')).toMatchObject({ status: 0, stdout: '2450\n', stderr: '' });
  expect(call('convert', '--from', 'official', '--to', 'numeric')).toMatchObject({ status: 0, stdout: 'B4a2-b3\n' });
  expect(call()).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'Give a command: perft, moves, play, show, convert, help.\n',
  });
}, 30_000); // starts three processes
