import type { Settings } from '@terrace/protocol';
import { describe, expect, test } from 'vitest';
import { positionOf } from './state.ts';
import { player, Table } from './testing/table.ts';

const long: Settings = { setup: 'long', time: { initialMs: 300_000, incrementMs: 3_000 } };
const [ann, ben, cleo, dan] = ['ann', 'ben', 'cleo', 'dan'].map(player) as [
  ReturnType<typeof player>,
  ReturnType<typeof player>,
  ReturnType<typeof player>,
  ReturnType<typeof player>,
];

function twoSeats(settings = long): Table {
  const table = new Table(settings, ann, 'south');
  table.ask(ben, { type: 'sit', side: null });
  return table;
}

const move = (ply: number, from: string, to: string) => ({ type: 'move', ply, from, to }) as const;
const refused = (code: string) => ({ ok: false, error: { code } });

describe('an open table', () => {
  test('starts when its last seat is taken', () => {
    const table = new Table({ ...long, setup: 'four' }, ann, 'west');
    expect(table.ask(ben, { type: 'sit', side: 'south' })).toMatchObject({ ok: true });
    expect(table.ask(cleo, { type: 'sit', side: null })).toMatchObject({ ok: true });
    expect(table.state.status).toBe('open');
    table.ask(dan, { type: 'sit', side: null });
    expect(table.state.status).toBe('live');
    expect(positionOf(table.state).turn).toBe('south'); // R11
  });

  test('seats nobody twice, nobody on another, and nobody where there is no seat', () => {
    const table = new Table({ ...long, setup: 'three' }, ann, 'south');
    expect(table.ask(ann, { type: 'sit', side: 'north' })).toMatchObject(refused('already-seated'));
    expect(table.ask(ben, { type: 'sit', side: 'south' })).toMatchObject(refused('seat-taken'));
    expect(table.ask(ben, { type: 'sit', side: 'west' })).toMatchObject(refused('no-such-seat')); // R11: West is empty
  });

  test('takes no move, no resignation and no flag', () => {
    const table = new Table(long, ann, 'south');
    expect(table.ask(ann, move(1, 'd2', 'd3'))).toMatchObject(refused('not-started'));
    expect(table.ask(ann, { type: 'resign' })).toMatchObject(refused('not-started'));
    expect(table.ask(null, { type: 'flag' })).toMatchObject(refused('not-started'));
  });

  test('is closed by its host and only left by others', () => {
    const table = new Table({ ...long, setup: 'three' }, ann, 'south');
    table.ask(ben, { type: 'sit', side: 'north' });
    table.ask(ben, { type: 'leave' });
    expect(table.state.seats.map(({ player: who }) => who?.name ?? null)).toEqual(['ann', null, null]);
    expect(table.ask(ben, { type: 'leave' })).toMatchObject(refused('not-seated'));
    table.ask(ann, { type: 'leave' });
    expect(table.state.status).toBe('closed');
    expect(table.ask(ben, { type: 'sit', side: null })).toMatchObject(refused('table-closed'));
  });
});

describe('a live game', () => {
  test('is played by those in its seats, in turn', () => {
    const table = twoSeats();
    expect(table.ask(ben, move(1, 'd7', 'd6'))).toMatchObject({
      ok: false,
      error: { code: 'not-your-turn', turn: 'south' },
    });
    expect(table.ask(cleo, move(1, 'd2', 'd3'))).toMatchObject(refused('not-seated'));
    expect(table.ask(ann, move(1, 'd2', 'd3'))).toMatchObject({ ok: true });
    expect(table.ask(ben, { type: 'leave' })).toMatchObject(refused('already-started'));
    expect(table.ask(cleo, { type: 'sit', side: null })).toMatchObject(refused('seat-taken'));
  });

  test('refuses a move meant for another ply (R21)', () => {
    const table = twoSeats();
    expect(table.ask(ann, move(2, 'd2', 'd3'))).toMatchObject({ ok: false, error: { code: 'stale', ply: 1 } });
  });

  test('says why a move is illegal', () => {
    const table = twoSeats();
    const answer = table.ask(ann, move(1, 'd2', 'c3'));
    expect(answer).toMatchObject({ ok: false, error: { why: 'Down diagonally is only for capturing.' } });
    expect(table.ask(ann, move(1, 'd2', 'h8'))).toMatchObject(refused('illegal-move'));
  });

  test('of two ends when one resigns, and the other wins (R15)', () => {
    const table = twoSeats();
    table.ask(ann, { type: 'resign' });
    expect(table.state.result).toEqual({ winner: 'north', by: 'resignation', places: [['north'], ['south']] });
    expect(table.ask(ben, move(1, 'd7', 'd6'))).toMatchObject(refused('game-over'));
  });

  test('of four goes on when one resigns, and the turn keeps to who has it (R15)', () => {
    const table = new Table({ ...long, setup: 'four' }, ann, 'south');
    for (const [who, side] of [
      [ben, 'west'],
      [cleo, 'north'],
      [dan, 'east'],
    ] as const)
      table.ask(who, { type: 'sit', side });
    table.ask(cleo, { type: 'resign' });
    expect(table.state.status).toBe('live');
    expect(positionOf(table.state).turn).toBe('south');
    table.ask(ann, { type: 'resign' });
    expect(positionOf(table.state).turn).toBe('west');
    expect(table.ask(ann, { type: 'resign' })).toMatchObject(refused('out-of-play'));
    table.ask(dan, { type: 'resign' });
    expect(table.state.result).toMatchObject({ winner: 'west', places: [['west'], ['east'], ['south'], ['north']] }); // R17
  });

  test('ends in a draw when a position stands for the third time (R16)', () => {
    const table = twoSeats({ ...long, time: null });
    const shuttle = [
      [ann, 'd2', 'd3'],
      [ben, 'e7', 'e6'],
      [ann, 'd3', 'd2'],
      [ben, 'e6', 'e7'],
    ] as const;
    for (let ply = 1; ply <= 8; ply += 1) {
      const [who, from, to] = shuttle[(ply - 1) % 4] ?? shuttle[0];
      expect(table.ask(who, move(ply, from, to))).toMatchObject({ ok: true });
    }
    expect(table.state.result).toMatchObject({ winner: null, by: 'repetition' });
  });
});

describe('clocks', () => {
  test('a move costs its time and gains the increment', () => {
    const table = twoSeats();
    table.now += 10_000;
    table.ask(ann, move(1, 'd2', 'd3'));
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 293_000, north: 300_000 });
  });

  test('waiting in the queue of the server costs nobody: the mover pays to the arrival, the next turn begins at the decision', () => {
    const table = twoSeats();
    const arrivedAt = table.now + 5_000;
    table.ask(ann, move(1, 'd2', 'd3'), { arrivedAt, now: arrivedAt + 700 });
    expect(table.state.clock?.remainingMs.south).toBe(298_000);
    expect(table.state.clock?.turnStartedAt).toBe(arrivedAt + 700);
  });

  test('nobody gains time by a command that arrived before the turn began', () => {
    const table = twoSeats();
    table.ask(ann, move(1, 'd2', 'd3'), { arrivedAt: table.now - 60_000 });
    expect(table.state.clock?.remainingMs.south).toBe(303_000);
  });

  test('a flag falls at the deadline and not a millisecond before (R15)', () => {
    const table = twoSeats();
    table.now += 299_999;
    expect(table.ask(null, { type: 'flag' })).toMatchObject({ ok: false, error: { code: 'time-left', leftMs: 1 } });
    table.now += 1;
    expect(table.ask(ben, { type: 'flag' })).toMatchObject({ ok: true });
    expect(table.state.result).toMatchObject({ winner: 'north', by: 'time' });
    expect(table.state.clock?.remainingMs.south).toBe(0);
  });

  test('a move that arrives after the deadline is refused', () => {
    const table = twoSeats();
    table.now += 300_000;
    expect(table.ask(ann, move(1, 'd2', 'd3'))).toMatchObject(refused('time-over'));
  });

  test('without a clock nobody runs out of time', () => {
    const table = twoSeats({ ...long, time: null });
    table.now += 1e9;
    expect(table.ask(ben, { type: 'flag' })).toMatchObject({ ok: false, error: { code: 'time-left', leftMs: null } });
    expect(table.ask(ann, move(1, 'd2', 'd3'))).toMatchObject({ ok: true });
  });

  test('time the server could not save is given back, once, and only what fell into the turn', () => {
    const table = twoSeats();
    const since = table.now - 5_000;
    table.now += 20_000;
    const interrupt = { type: 'interrupt', since, until: table.now - 5_000 } as const;
    table.ask(null, interrupt);
    table.ask(null, interrupt); // another node tells the same
    table.ask(ann, move(1, 'd2', 'd3'));
    expect(table.state.clock?.remainingMs.south).toBe(300_000 - 5_000 + 3_000);
  });
});
