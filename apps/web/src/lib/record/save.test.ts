import { GameLog } from '@terrace/protocol';
import { parseRecord, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { gameFile } from './save.ts';

const settings = {
  setup: 'short',
  position: null,
  rules: { capture: 'standard', sliding: 'standard' },
  time: { kind: 'clock', initialMs: 300_000, incrementMs: 3000 },
  rated: false,
  seen: 'public',
  starts: 'full',
};
const ann = { id: 'player-ann', name: 'Ann "A" Ash' };
const ben = { id: 'player-ben', name: 'Ben' };
const begun = [
  { type: 'created', settings, host: ann },
  { type: 'seated', side: 'south', player: ann },
  { type: 'seated', side: 'north', player: ben },
  { type: 'started' },
  { type: 'moved', ply: 1, from: 'd1', to: 'd3', remainingMs: 299_900 },
];
const log = (events: readonly object[]) =>
  GameLog.parse({
    id: 'aB3dE5fG7hJ9',
    now: 0,
    events: events.map((event, n) => ({ seq: n + 1, at: Date.UTC(2026, 10, 20) + n, event })),
  });

test('a finished game is a file that reads back, with names, clocks, result and what is taken back left out', () => {
  const file = gameFile(
    log([
      ...begun,
      { type: 'moved', ply: 2, from: 'c8', to: 'c6', remainingMs: 298_000 },
      { type: 'offered', offer: 'takeback', side: 'north' },
      { type: 'agreed', offer: 'takeback', side: 'south' },
      { type: 'undone', ply: 2 },
      { type: 'moved', ply: 2, from: 'e8', to: 'e6', remainingMs: 250_500 },
      { type: 'out', side: 'south', by: 'resignation' },
      { type: 'ended', result: { winner: 'north', by: 'resignation', places: [['north'], ['south']] } },
    ]),
  );
  expect(file?.name).toBe('terrace-2026-11-20-aB3dE5fG7hJ9.gam');
  const read = parseRecord(file?.text ?? '');
  if (!read.ok) throw new Error(read.error.code);
  expect(read.value).toMatchObject({
    headers: {
      Date: '2026.11.20',
      South: 'Ann "A" Ash',
      North: 'Ben',
      TimeControl: '300+3',
      Termination: 'resignation',
    },
    setup: 'short',
    start: startPosition('short'),
    events: [
      { kind: 'move', clock: 299 },
      { kind: 'move', clock: 250 },
      { kind: 'left', side: 'south' },
    ],
    result: 'north',
  });
});

test('a draw agreed on says so though no board shows it, and a game that goes on is unfinished', () => {
  const drawn = gameFile(
    log([...begun, { type: 'ended', result: { winner: null, by: 'agreement', places: [['south', 'north']] } }]),
  );
  expect(drawn?.text).toContain('[Result "draw"]');
  expect(gameFile(log(begun))?.text.trimEnd()).toMatch(/\*$/);
  expect(gameFile(log([]))).toBeUndefined();
});
