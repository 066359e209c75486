import { describe, expect, test } from 'vitest';
import { deadlineAt } from './deadlines.ts';
import { currentPosition } from './state.ts';
import { ann, ben, fourSeats, gameInProgress, long, move, refused, twoSeats } from './testing/people.ts';
import { settings } from './testing/table.ts';

describe('clocks', () => {
  test('a move costs its time and gains the increment', () => {
    const table = twoSeats();
    table.now += 10_000;
    table.send(ann, move(1, 'd2', 'd3'));
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 293_000, north: 300_000 });
  });

  test("time in the server's queue is not charged: the mover pays until the arrival, the next turn begins at the decision", () => {
    const table = twoSeats();
    const arrivedAt = table.now + 5_000;
    table.send(ann, move(1, 'd2', 'd3'), { arrivedAt, now: arrivedAt + 700 });
    expect(table.state.clock?.remainingMs.south).toBe(298_000);
    expect(table.state.clock?.turnStartedAt).toBe(arrivedAt + 700);
  });

  test('a command that arrived before the turn began gains no time', () => {
    const table = twoSeats();
    table.send(ann, move(1, 'd2', 'd3'), { arrivedAt: table.now - 60_000 });
    expect(table.state.clock?.remainingMs.south).toBe(303_000);
  });

  test('a flag falls at the deadline and not a millisecond before (R15)', () => {
    const table = gameInProgress();
    table.now += 302_999;
    expect(table.send(null, { type: 'flag' })).toMatchObject({ ok: false, error: { code: 'time-left', leftMs: 1 } });
    table.now += 1;
    expect(table.send(ben, { type: 'flag' })).toMatchObject({ ok: true });
    expect(table.state.result).toMatchObject({ winner: 'north', by: 'time' });
    expect(table.state.clock?.remainingMs.south).toBe(0);
  });

  test('a move that arrives after the deadline is rejected', () => {
    const table = twoSeats();
    table.now += 300_000;
    expect(table.send(ann, move(1, 'd2', 'd3'))).toMatchObject(refused('time-over'));
  });

  test('without a clock no side runs out of time before 30 days', () => {
    const table = twoSeats({ ...long, time: null });
    table.now += 1e9;
    expect(table.send(ben, { type: 'flag' })).toMatchObject({
      error: { code: 'time-left', leftMs: 30 * 86_400_000 - 1e9 },
    });
    expect(table.send(ann, move(1, 'd2', 'd3'))).toMatchObject({ ok: true });
  });

  test('time that the server could not save is refunded once, and only the part within the turn', () => {
    const table = twoSeats();
    const since = table.now - 5_000;
    table.now += 20_000;
    const interrupt = { type: 'interrupt', since, until: table.now - 5_000 } as const;
    table.send(null, interrupt);
    table.send(null, interrupt); // another node reports the same interruption
    table.send(ann, move(1, 'd2', 'd3'));
    expect(table.state.clock?.remainingMs.south).toBe(300_000 - 5_000 + 3_000);
  });
});

describe('network lag', () => {
  test('is refunded as the server measured it, up to the lag account', () => {
    const table = twoSeats();
    table.now += 10_000;
    table.send(ann, move(1, 'd2', 'd3'), { lagMs: 300 });
    expect(table.state.clock?.remainingMs.south).toBe(293_300);
    expect(table.log.at(-1)?.event).toMatchObject({ lagMs: 300 });
    table.send(ben, move(2, 'e7', 'e6'));
    table.now += 10_000;
    table.send(ann, move(3, 'd3', 'd2'), { lagMs: 5_000 });
    expect(table.state.clock?.remainingMs.south).toBe(293_300 - 10_000 + 950 + 3_000);
  });

  test('never refunds more than was used', () => {
    const table = twoSeats();
    table.now += 100;
    table.send(ann, move(1, 'd2', 'd3'), { lagMs: 900 });
    expect(table.state.clock?.remainingMs.south).toBe(303_000);
  });
});

describe('days per move', () => {
  const day = 24 * 3_600_000;
  const days = settings({ time: { kind: 'days', perMoveMs: 2 * day } });

  test('every move restores the full time', () => {
    const table = twoSeats(days);
    table.now += 1.5 * day;
    table.send(ann, move(1, 'd2', 'd3'));
    table.now += 1.5 * day;
    expect(table.send(ben, move(2, 'e7', 'e6'))).toMatchObject({ ok: true });
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 2 * day, north: 2 * day });
  });

  test('the flag falls when the time is over', () => {
    const table = gameInProgress(days);
    table.now += 2 * day;
    table.send(null, { type: 'flag' });
    expect(table.state.result).toMatchObject({ winner: 'north', by: 'time' });
  });
});

describe('a missing first move', () => {
  const bullet = settings({ time: { kind: 'clock', initialMs: 30_000, incrementMs: 0 } });
  const days = settings({ time: { kind: 'days', perMoveMs: 24 * 3_600_000 } });
  const flag = { type: 'flag' } as const;
  const aborted = { ok: true, value: [{ type: 'closed', by: 'no-show' }] };

  test.for([
    ['within a minute', long, 60_000],
    ['on a clock of half a minute', bullet, 30_000],
    ['within its day', days, 24 * 3_600_000],
    ['without a clock within 30 days', settings({ time: null }), 30 * 24 * 3_600_000],
  ] as const)('%s aborts a game with two seats, whether or not the other side has moved', ([, chosen, waitMs]) => {
    for (const ply of [1, 2]) {
      const table = twoSeats(chosen);
      if (ply === 2) table.send(ann, move(1, 'd2', 'd3'));
      table.now += waitMs - 1;
      expect(deadlineAt(table.state)).toBe(table.now + 1);
      expect(table.send(null, flag)).toMatchObject({ ok: false, error: { code: 'time-left', leftMs: 1 } });
      table.now += 1;
      expect(table.send(null, flag)).toEqual(aborted);
      expect(table.state).toMatchObject({ status: 'closed', result: null });
    }
  });

  test('aborts a game with four seats if no side ever moved, but not if one did', () => {
    const unplayed = fourSeats();
    for (const side of ['south', 'west']) {
      unplayed.now += 60_000;
      expect(unplayed.send(null, flag)).toMatchObject({ value: [{ type: 'out', side, by: 'left' }] });
    }
    unplayed.now += 60_000;
    expect(unplayed.send(null, flag)).toEqual(aborted);
    const played = fourSeats();
    played.send(ann, move(1, 'c1', 'c2'));
    for (let left = 3; left > 0; left -= 1) {
      played.now += 60_000;
      played.send(null, flag);
    }
    expect(played.state.result).toMatchObject({ winner: 'south', by: 'left' });
  });

  test('eliminates a third or fourth player, and the others play on (R15)', () => {
    const table = fourSeats();
    table.now += 60_000;
    table.send(null, { type: 'flag' });
    expect(table.state.status).toBe('live');
    expect(currentPosition(table.state)).toMatchObject({ out: ['south'], turn: 'west' });
  });

  test('has no effect once another player has called the game off', () => {
    const table = twoSeats();
    table.send(ann, move(1, 'd2', 'd3'));
    expect(table.send(ann, { type: 'abort' })).toMatchObject(refused('already-moved'));
    expect(table.send(ben, { type: 'abort' })).toMatchObject({ ok: true });
    expect(table.state.status).toBe('closed');
  });
});
