import { describe, expect, test } from 'vitest';
import { positionOf } from './state.ts';
import { rematch } from './succession.ts';
import { NEXT, player, settings, Table } from './testing/table.ts';

const long = settings();
const [ann, ben, cleo, dan] = ['ann', 'ben', 'cleo', 'dan'].map(player) as [
  ReturnType<typeof player>,
  ReturnType<typeof player>,
  ReturnType<typeof player>,
  ReturnType<typeof player>,
];

function twoSeats(chosen = long): Table {
  const table = new Table(chosen, ann, 'south');
  table.ask(ben, { type: 'sit', side: null });
  return table;
}

/** Both have made their first moves, in no time. */
function underWay(chosen = long): Table {
  const table = twoSeats(chosen);
  table.ask(ann, move(1, 'd2', 'd3'));
  table.ask(ben, move(2, 'e7', 'e6'));
  return table;
}

function fourSeats(): Table {
  const table = new Table(settings({ setup: 'four' }), ann, 'south');
  for (const [who, side] of [
    [ben, 'west'],
    [cleo, 'north'],
    [dan, 'east'],
  ] as const) {
    table.ask(who, { type: 'sit', side });
  }
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
    const table = underWay();
    table.now += 302_999;
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

describe('time on the wire', () => {
  test('is given back as the server measured it, up to what the account holds', () => {
    const table = twoSeats();
    table.now += 10_000;
    table.ask(ann, move(1, 'd2', 'd3'), { lagMs: 300 });
    expect(table.state.clock?.remainingMs.south).toBe(293_300);
    expect(table.log.at(-1)?.event).toMatchObject({ lagMs: 300 });
    table.ask(ben, move(2, 'e7', 'e6'));
    table.now += 10_000;
    table.ask(ann, move(3, 'd3', 'd2'), { lagMs: 5_000 });
    expect(table.state.clock?.remainingMs.south).toBe(293_300 - 10_000 + 950 + 3_000);
  });

  test('is never more than what was used', () => {
    const table = twoSeats();
    table.now += 100;
    table.ask(ann, move(1, 'd2', 'd3'), { lagMs: 900 });
    expect(table.state.clock?.remainingMs.south).toBe(303_000);
  });
});

describe('days for a move', () => {
  const day = 24 * 3_600_000;
  const days = settings({ time: { kind: 'days', perMoveMs: 2 * day } });

  test('every move has them anew', () => {
    const table = twoSeats(days);
    table.now += 1.5 * day;
    table.ask(ann, move(1, 'd2', 'd3'));
    table.now += 1.5 * day;
    expect(table.ask(ben, move(2, 'e7', 'e6'))).toMatchObject({ ok: true });
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 2 * day, north: 2 * day });
  });

  test('and the flag falls when they are over, first move or not', () => {
    const table = twoSeats(days);
    table.now += 2 * day;
    table.ask(null, { type: 'flag' });
    expect(table.state.result).toMatchObject({ winner: 'north', by: 'time' });
  });
});

describe('a first move that does not come', () => {
  test('ends a game of two for nobody', () => {
    const table = twoSeats();
    table.now += 60_000;
    table.ask(null, { type: 'flag' });
    expect(table.state).toMatchObject({ status: 'closed', result: null });
  });

  test('puts a third or fourth player out, and the others play on (R15)', () => {
    const table = fourSeats();
    table.now += 60_000;
    table.ask(null, { type: 'flag' });
    expect(table.state.status).toBe('live');
    expect(positionOf(table.state)).toMatchObject({ out: ['south'], turn: 'west' });
  });

  test('can be spared the others by calling the game off', () => {
    const table = twoSeats();
    table.ask(ann, move(1, 'd2', 'd3'));
    expect(table.ask(ann, { type: 'abort' })).toMatchObject(refused('already-moved'));
    expect(table.ask(ben, { type: 'abort' })).toMatchObject({ ok: true });
    expect(table.state.status).toBe('closed');
  });
});

describe('a seat kept for somebody', () => {
  const kept = () => new Table(settings({ setup: 'three' }), ann, 'south', [{ side: 'north', player: ben }]);

  test('is taken by nobody else, and by them without asking which', () => {
    const table = kept();
    expect(table.ask(cleo, { type: 'sit', side: 'north' })).toMatchObject(refused('seat-reserved'));
    table.ask(cleo, { type: 'sit', side: null });
    table.ask(ben, { type: 'sit', side: null });
    expect(table.state.seats.map(({ side, player: who }) => [side, who?.name])).toEqual([
      ['south', 'ann'],
      ['north', 'ben'],
      ['east', 'cleo'],
    ]);
  });

  test('is one seat a person, and none for the host', () => {
    const keep = (...names: (typeof ann)[]) =>
      new Table(settings({ setup: 'four' }), ann, 'south', [
        { side: 'west', player: names[0] ?? ben },
        { side: 'north', player: names[1] ?? cleo },
      ]);
    expect(() => keep(ben, ben)).toThrow('already-seated');
    expect(() => keep(ann, ben)).toThrow('already-seated');
  });

  test('is open to all when they decline', () => {
    const table = kept();
    expect(table.ask(cleo, { type: 'decline' })).toMatchObject(refused('not-invited'));
    table.ask(ben, { type: 'decline' });
    expect(table.ask(cleo, { type: 'sit', side: 'north' })).toMatchObject({ ok: true });
  });
});

test('a host may want to say when it starts', () => {
  const table = new Table(settings({ starts: 'host' }), ann, 'south');
  expect(table.ask(ann, { type: 'start' })).toMatchObject(refused('seats-open'));
  table.ask(ben, { type: 'sit', side: null });
  expect(table.state.status).toBe('open');
  expect(table.ask(ben, { type: 'start' })).toMatchObject(refused('not-host'));
  table.ask(ann, { type: 'start' });
  expect(table.state.status).toBe('live');
});

test('a game can begin at any checked position, and at no other', () => {
  const begin = (position: string) => new Table(settings({ setup: 'custom', position }), ann, 'north');
  const table = begin('7T/8/8/8/8/8/8/t6d n sn 0 1');
  expect(positionOf(table.state)).toMatchObject({ turn: 'north', seats: ['south', 'north'] });
  expect(() => begin('7T/8/8/8/8/8/8/8 n sn 0 1')).toThrow('bad-position');
  expect(() => begin('7t/8/8/8/8/8/8/T7 n sn 0 1')).toThrow('bad-position');
  expect(() => begin('nonsense')).toThrow('bad-position');
});

describe('offers', () => {
  test('a draw needs all who are in', () => {
    const table = fourSeats();
    table.ask(dan, { type: 'resign' });
    table.ask(ann, { type: 'offer', offer: 'draw' });
    table.ask(ben, { type: 'offer', offer: 'draw' });
    expect(table.state.status).toBe('live');
    expect(table.ask(dan, { type: 'offer', offer: 'draw' })).toMatchObject(refused('out-of-play'));
    table.ask(cleo, { type: 'offer', offer: 'draw' });
    expect(table.state.result).toEqual({
      winner: null,
      by: 'agreement',
      places: [['south', 'west', 'north'], ['east']],
    });
  });

  test('the own move takes an offer back, and a move of one who was asked refuses it', () => {
    const table = twoSeats();
    table.ask(ann, { type: 'offer', offer: 'draw' });
    table.ask(ann, move(1, 'd2', 'd3'));
    expect(table.state.offers).toEqual({});
    const other = twoSeats();
    other.ask(ben, { type: 'offer', offer: 'draw' });
    other.ask(ann, move(1, 'd2', 'd3'));
    expect(other.ask(ann, { type: 'refuse', offer: 'draw' })).toMatchObject(refused('no-offer'));
  });

  test('one that came to nothing cannot be made again at once', () => {
    const table = underWay();
    table.ask(ann, { type: 'offer', offer: 'draw' });
    expect(table.ask(ann, { type: 'offer', offer: 'draw' })).toMatchObject(refused('already-offered'));
    table.ask(ben, { type: 'refuse', offer: 'draw' });
    expect(table.ask(ann, { type: 'offer', offer: 'draw' })).toMatchObject({
      error: { code: 'offered-lately', plies: 4 },
    });
    for (const [who, ply, from, to] of [
      [ann, 3, 'd3', 'd2'],
      [ben, 4, 'e6', 'e7'],
      [ann, 5, 'e2', 'e3'],
      [ben, 6, 'd7', 'd6'],
    ] as const) {
      expect(table.ask(who, move(ply, from, to))).toMatchObject({ ok: true });
    }
    expect(table.ask(ann, { type: 'offer', offer: 'draw' })).toMatchObject({ ok: true });
  });

  test('taking back undoes to the asker’s own last move, and the log keeps what was undone', () => {
    const table = underWay();
    table.now += 7_000;
    table.ask(ann, { type: 'offer', offer: 'takeback' });
    table.ask(ben, { type: 'offer', offer: 'takeback' });
    expect(positionOf(table.state)).toMatchObject({ ply: 1, turn: 'south' });
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 303_000 - 7_000, north: 303_000 });
    expect(table.log.filter(({ event }) => event.type === 'moved')).toHaveLength(2);
    expect(table.ask(ann, move(1, 'e2', 'e3'))).toMatchObject({ ok: true });
  });

  test('what is not there cannot be taken back, nor can a departure', () => {
    const table = twoSeats();
    expect(table.ask(ann, { type: 'offer', offer: 'takeback' })).toMatchObject(refused('nothing-to-take-back'));
    const four = fourSeats();
    four.ask(ann, move(1, 'c1', 'c2'));
    four.ask(dan, { type: 'resign' });
    expect(four.ask(ann, { type: 'offer', offer: 'takeback' })).toMatchObject(refused('nothing-to-take-back'));
  });

  test('a pause stops the clock and the play, and ends by consent or by itself', () => {
    const table = underWay();
    table.now += 1_000;
    table.ask(ann, { type: 'offer', offer: 'pause' });
    table.ask(ben, { type: 'offer', offer: 'pause' });
    table.now += 300_000;
    expect(table.ask(ann, move(3, 'e2', 'e3'))).toMatchObject(refused('paused'));
    table.ask(ben, { type: 'offer', offer: 'resume' });
    table.ask(ann, { type: 'offer', offer: 'resume' });
    table.now += 2_000;
    expect(table.ask(ann, move(3, 'e2', 'e3'))).toMatchObject({ ok: true });
    expect(table.state.clock?.remainingMs.south).toBe(303_000 - 3_000 + 3_000);

    table.now += 60_000;
    expect(table.ask(ben, { type: 'offer', offer: 'resume' })).toMatchObject(refused('not-paused'));
    table.ask(ben, { type: 'offer', offer: 'pause' });
    table.ask(ann, { type: 'offer', offer: 'pause' });
    table.now += 600_000;
    expect(table.ask(null, { type: 'flag' })).toMatchObject({ ok: true, value: [{ type: 'resumed' }] });
    expect(table.state.clock?.remainingMs.north).toBe(303_000 - 60_000);
  });

  test('time can be given to the others', () => {
    const table = underWay();
    table.ask(ann, { type: 'give-time' });
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 303_000, north: 318_000 });
    expect(twoSeats(settings({ time: null })).ask(ann, { type: 'give-time' })).toMatchObject(refused('no-clock'));
  });

  test('a rematch is wanted by all, after the end', () => {
    const table = underWay();
    expect(table.ask(ann, { type: 'offer', offer: 'rematch' })).toMatchObject(refused('not-over'));
    table.ask(ann, { type: 'resign' });
    table.ask(ann, { type: 'offer', offer: 'rematch' });
    expect(table.ask(cleo, { type: 'offer', offer: 'rematch' })).toMatchObject(refused('not-seated'));
    table.ask(ben, { type: 'offer', offer: 'rematch' });
    expect(table.state.next).toBe(NEXT);
    expect(rematch(table.state)).toMatchObject({
      ok: true,
      value: [
        { type: 'created', host: ann },
        { type: 'seated', side: 'south', player: ben },
        { type: 'seated', side: 'north', player: ann },
        { type: 'started' },
      ],
    });
    expect(table.ask(ann, { type: 'offer', offer: 'rematch' })).toMatchObject(refused('rematched'));
  });
});

test('a player who has gone past the grace can be put out by the others (R15)', () => {
  const table = underWay();
  expect(table.ask(ann, { type: 'claim', side: 'north' })).toMatchObject(refused('still-here'));
  expect(table.ask(cleo, { type: 'claim', side: 'north' }, { gone: ['north'] })).toMatchObject(refused('not-seated'));
  table.ask(ann, { type: 'claim', side: 'north' }, { gone: ['north'] });
  expect(table.state.result).toMatchObject({ winner: 'south', by: 'left' });
});

test('"Terrace" is in the event of the move that brings it about (R18)', () => {
  const position = '8/8/8/8/2cT4/8/8/t7 s sn 0 1';
  const table = twoSeats(settings({ setup: 'custom', position }));
  table.ask(ann, move(1, 'c4', 'c5'));
  expect(table.log.at(-1)?.event).toMatchObject({ type: 'moved', call: { terrace: ['north'], mate: false } });
  table.ask(ben, move(2, 'd4', 'e3'));
  expect(table.log.at(-1)?.event).not.toHaveProperty('call');
});
