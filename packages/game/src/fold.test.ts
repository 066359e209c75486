import { CommandId, type LoggedEvent } from '@terrace/protocol';
import { legalMoves, squareName } from '@terrace/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CorruptLog, fold } from './fold.ts';
import { processedSeq } from './processed.ts';
import { currentPosition } from './state.ts';
import { player, settings, Table } from './testing/table.ts';

const [ann, ben] = [player('ann'), player('ben')];
const time = { kind: 'clock', initialMs: 60_000, incrementMs: 1_000 } as const;
const short = settings({ setup: 'short', time });

/** Plays legal moves and thinking times chosen by the numbers. */
function played(choices: readonly { pick: number; thinkMs: number }[]): Table {
  const table = new Table(short, ann, 'south');
  table.send(ben, { type: 'sit', side: null });
  for (const { pick, thinkMs } of choices) {
    table.now += thinkMs;
    const position = currentPosition(table.state);
    const moves = legalMoves(position);
    const move = moves[pick % moves.length];
    if (move === undefined) break;
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    table.send(position.turn === 'south' ? ann : ben, { type: 'move', ply: position.ply, from, to });
    table.send(null, { type: 'flag' });
  }
  return table;
}

const games = fc.array(fc.record({ pick: fc.nat(), thinkMs: fc.nat(9_000) }), { maxLength: 60 }).map(played);

test('a log folds to the state its commands left, from any point on', () => {
  fc.assert(
    fc.property(games, fc.nat(), ({ log, state }, n) => {
      const cut = n % (log.length + 1);
      expect(fold(fold(null, log.slice(0, cut)), log.slice(cut))).toEqual(state);
    }),
    { numRuns: 40 },
  );
});

test('a log can be serialized and parsed', () => {
  fc.assert(
    fc.property(games, ({ log, state }) => {
      const read: LoggedEvent[] = JSON.parse(JSON.stringify(log));
      expect(fold(null, read)).toEqual(state);
    }),
    { numRuns: 20 },
  );
});

test('no clock exceeds the time given or falls below zero', () => {
  fc.assert(
    fc.property(games, ({ state }) => {
      const left = Object.values(state.clock?.remainingMs ?? {});
      const given = time.initialMs + time.incrementMs * currentPosition(state).ply;
      expect(left.every((ms) => ms >= 0 && ms <= given)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('a gap, a repeated event and an illegal move make a log corrupt', () => {
  const { log } = played([{ pick: 0, thinkMs: 0 }]);
  expect(() => fold(null, log.slice(1))).toThrow(CorruptLog);
  expect(() => fold(fold(null, log), log.slice(-1))).toThrow(CorruptLog);
  const seq = log.length + 1;
  const event = { type: 'moved', ply: 2, from: 'a1', to: 'h8', remainingMs: 1 } as const;
  expect(() => fold(fold(null, log), [{ seq, at: 0, event }])).toThrow(CorruptLog);
});

test('an executed command is remembered with the number of its last event', () => {
  const table = new Table(short, ann, 'south');
  table.send(ben, { type: 'sit', side: null }, {}, 'command-1');
  const id = table.log.at(-1)?.commandId;
  expect(id && processedSeq(table.state, ben.id, id)).toBe(4);
  expect(id && processedSeq(table.state, ann.id, id)).toBeUndefined();
});

test('a command sent again after a hundred others is recognised', () => {
  const table = new Table(settings({ setup: 'long', time }), ann, 'south');
  table.send(ben, { type: 'sit', side: null });
  const gift = { type: 'give-time' } as const;
  table.send(ann, gift, {}, 'the-first-gift');
  const given = table.state.seq;
  for (let n = 0; n < 30; n += 1) {
    table.send(ann, { type: 'move', ply: 1, from: 'd2', to: 'd3' }, {}, `move-number-${n}`);
    table.send(ann, { type: 'offer', offer: 'takeback' }, {}, `asks-back-${n}`);
    const seq = table.state.offers.takeback?.seq ?? 0;
    table.send(ben, { type: 'accept', offer: 'takeback', seq }, {}, `agrees-${n}`);
  }
  const before = table.state;
  expect(before.seq).toBe(given + 120);
  table.send(ann, gift, {}, 'the-first-gift');
  expect(table.state).toBe(before);
  expect(processedSeq(table.state, ann.id, CommandId.parse('the-first-gift'))).toBe(given);
});
