import { formatPosition, formatRecord, parseRecord, replay } from '@terrace/rules';
import { expect, test } from 'vitest';
import { readAbstractPlay } from './abstract-play.ts';

type Saved = { variants?: string[]; moves?: unknown[]; results?: [number, number]; name?: string };

const saved = ({ variants, moves = [], results = [1, 0], name = 'Terrace' }: Saved): string =>
  JSON.stringify({
    header: {
      game: { name, ...(variants && { variants }) },
      site: { name: 'Abstract Play', gameid: '0b5e' },
      'date-start': '2025-03-04T05:06:07.000Z',
      'date-end': '2025-03-05T05:06:07.000Z',
      'date-generated': '2025-03-05T05:06:08.000Z',
      players: ['Ann', 'Ben'].map((player, n) => ({ name: player, userid: player, is_ai: false, result: results[n] })),
    },
    moves,
  });

const read = (game: Saved) => {
  const record = readAbstractPlay(saved(game));
  if (!record.ok) throw new Error(record.error.code);
  return record.value;
};

test('a record is read with names, date, all forms of moves, and the side that resigned', () => {
  const record = read({
    variants: ['Larger board (8x8)', 'Long setup'],
    moves: [
      ['3d2-d3', { move: '3e7-e6', result: [{ type: 'move', from: 'e7', to: 'e6' }] }],
      [{ sequence: 1, move: '3d3-d2' }, 'resign'],
    ],
  });
  const text = formatRecord(record);
  expect(text).toContain('[Date "2025.03.04"]\n[South "Ann"]\n[North "Ben"]\n[Setup "long"]');
  expect(text).toContain('1. c-d2-d3\n2. C-e7-e6\n3. c-d3-d2\n{[%left north]}\nsouth');
  const again = parseRecord(text);
  expect(again.ok && formatRecord(again.value)).toBe(text);
});

test.for([
  [undefined, '.TBBC.', '.cbbt.', 'standard'],
  [['long'], 'TABBCC/CCBBAA', 'ccbbaa/tabbcc', 'standard'],
  [['board-8'], '.TBBCCD.', '.dccbbt.', 'standard'],
  [['8x8 board', 'Assassination'], '.TBBCCD.', '.dccbbt.', 'rank'],
  [['board-8', 'long', 'assassination'], 'DDCCBBAT/AABBCCDD', 'ddccbbaa/tabbccdd', 'rank'],
] as const)('variants %s give their start and house rules', ([variants, north, south, capture]) => {
  const { start } = read({ ...(variants && { variants: [...variants] }), results: [0, 0] });
  const [placement = ''] = formatPosition(start).split(' ');
  const dots = placement.replace(/\d/g, (n) => '.'.repeat(Number(n))).split('/');
  const rows = north.split('/').length;
  expect([dots.slice(0, rows).join('/'), dots.slice(-rows).join('/')]).toEqual([north, south]);
  expect(start.rules.capture).toBe(capture);
});

test('equal results are a draw, and a game that ended on the board keeps that result', () => {
  expect(read({ results: [1, 1] }).result).toBe('draw');
  const { result, events } = read({ moves: [['3b1-b2']], results: [0, 1] });
  expect([result, events.map(({ kind }) => kind)]).toEqual(['north', ['move', 'left']]);
  expect(replay(read({ moves: [['3b1-b2']] })).ok).toBe(true);
});

test('other JSON is rejected with a message that names its kind', () => {
  const refusal = (text: string) => {
    const record = readAbstractPlay(text);
    return record.ok ? undefined : record.error;
  };
  expect(refusal('{"header": ')).toEqual({ code: 'bad-json' });
  expect(refusal('{"moves": []}')).toEqual({ code: 'other-json' });
  expect(refusal(saved({ name: 'Homeworlds' }))).toEqual({ code: 'other-game', game: 'Homeworlds' });
  expect(refusal(saved({ moves: [['3b1-b2', '4a1-a2']] }))).toMatchObject({ code: 'move', move: 2, text: '4a1-a2' });
});
