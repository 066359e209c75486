import { computerPlayer } from '@terrace/protocol';
import { describe, expect, test } from 'vitest';
import { remainingMs } from './clock.ts';
import { CLAIM_WAIT_MS } from './deadlines.ts';
import { recordOf } from './record.ts';
import { currentPosition } from './state.ts';
import { ann, ben, cleo, dan, long, move, refused, twoSeats } from './testing/people.ts';
import { settings, Table } from './testing/table.ts';
import { EMPTY_TIMELINE, foldLog } from './timeline.ts';

const first = computerPlayer(3, 1);
const second = computerPlayer(3, 2);

describe('a seat for a computer', () => {
  test("can only be reserved by the host, for each computer once, and is taken by the computer's own command", () => {
    const table = new Table(settings({ setup: 'three' }), ann, 'south');
    const ask = (by: typeof ann, side: 'north' | 'east' | 'south' | 'west') =>
      table.send(by, { type: 'seat-computer', side, strength: 3 });
    expect(ask(ben, 'north')).toMatchObject(refused('not-host'));
    expect(ask(ann, 'north')).toMatchObject({ ok: true, value: [{ type: 'reserved', side: 'north', player: first }] });
    expect(ask(ann, 'north')).toMatchObject(refused('seat-reserved'));
    expect(ask(ann, 'south')).toMatchObject(refused('seat-taken'));
    expect(ask(ann, 'west')).toMatchObject(refused('no-such-seat'));
    expect(ask(ann, 'east')).toMatchObject({ ok: true, value: [{ type: 'reserved', side: 'east', player: second }] });
    for (const computer of [first, second]) table.send(computer, { type: 'sit', side: null });
    expect(table.state.status).toBe('live');
  });

  test('can be reopened by the host, occupied or not', () => {
    const table = new Table(settings({ setup: 'three' }), ann, 'south', [{ side: 'north', player: first }]);
    const unseat = (by: typeof ann, side: 'north' | 'east') => table.send(by, { type: 'unseat-computer', side });
    expect(unseat(ben, 'north')).toMatchObject(refused('not-host'));
    expect(unseat(ann, 'east')).toMatchObject(refused('not-a-computer'));
    expect(unseat(ann, 'north')).toEqual({ ok: true, value: [{ type: 'declined', side: 'north' }] });
    table.send(ann, { type: 'seat-computer', side: 'north', strength: 3 });
    table.send(first, { type: 'sit', side: null });
    expect(unseat(ann, 'north')).toEqual({ ok: true, value: [{ type: 'unseated', side: 'north' }] });
    expect(table.send(ben, { type: 'sit', side: 'north' })).toMatchObject({ ok: true });
  });

  test('does not exist at a rated table', () => {
    const rated = { ...long, rated: true };
    expect(() => new Table(rated, ann, 'south', [{ side: 'north', player: first }])).toThrow('computers-are-casual');
    expect(() => new Table({ ...rated, setup: 'four', substitute: 5 }, ann, 'south')).toThrow('computers-are-casual');
    const seat = { type: 'seat-computer', side: 'north', strength: 3 } as const;
    expect(new Table(rated, ann, 'south').send(ann, seat)).toMatchObject(refused('computers-are-casual'));
  });
});

/** From South clockwise: ann, ben, cleo, dan; a computer replaces a player who leaves. */
function fourSeats(): Table {
  const table = new Table(settings({ setup: 'four', substitute: 3 }), ann, 'south');
  for (const who of [ben, cleo, dan]) table.send(who, { type: 'sit', side: null });
  return table;
}

describe('a computer that replaces a player', () => {
  test('takes over with the full time, the turn and the pieces, and the leaver loses the seat', () => {
    const table = fourSeats();
    table.now += 60_000;
    expect(table.send(ann, { type: 'resign' })).toEqual({
      ok: true,
      value: [{ type: 'replaced', side: 'south', player: first, by: 'resignation' }],
    });
    expect(table.state.seats[0]).toEqual({ side: 'south', player: first, reserved: null, leaver: ann });
    expect(currentPosition(table.state)).toMatchObject({ turn: 'south', out: [] });
    expect(remainingMs(table.state, 'south', table.now)).toBe(300_000);
    expect(table.send(ann, move(1, 'c1', 'c2'))).toMatchObject(refused('not-seated'));
    expect(table.send(first, move(1, 'c1', 'c2'))).toMatchObject({ ok: true });
    expect(foldLog(null, table.log)?.timeline).toMatchObject({
      ...EMPTY_TIMELINE,
      moves: [{}],
      replacements: [{ side: 'south', by: 'resignation', player: first, after: 0 }],
    });
    expect(recordOf(table.log)?.headers.South).toBe('ann, Computer 3');
  });

  test('leaves a player behind who can be renamed, once', () => {
    const table = fourSeats();
    table.send(ann, { type: 'resign' });
    const rename = { type: 'rename', player: { ...ann, name: 'Anne' } } as const;
    expect(table.send(null, rename)).toMatchObject({
      ok: true,
      value: [{ type: 'renamed', player: { name: 'Anne' } }],
    });
    expect(table.state.seats[0]?.leaver?.name).toBe('Anne');
    expect(table.send(null, rename)).toEqual({ ok: true, value: [] });
  });

  test('takes over after a flag, a claim, or a missing first move', () => {
    const table = fourSeats();
    table.now += 60_000;
    expect(table.send(null, { type: 'flag' })).toMatchObject({ value: [{ type: 'replaced', by: 'left' }] });
    table.send(first, move(1, 'c1', 'c2'));
    expect(table.send(ben, move(2, 'a4', 'b4'))).toMatchObject({ ok: true });
    table.now += CLAIM_WAIT_MS;
    expect(table.send(ben, { type: 'claim', side: 'north' }, { absentSides: ['north'] })).toMatchObject({
      value: [{ type: 'replaced', side: 'north', by: 'left' }],
    });
  });

  test('cancels pending offers, because one of their supporters has changed', () => {
    const table = fourSeats();
    table.send(ben, { type: 'offer', offer: 'draw' });
    table.send(ann, { type: 'offer', offer: 'draw' });
    table.send(ann, { type: 'resign' });
    expect(table.state.offers).toEqual({});
  });

  test('does not take over if only computers would be left: then R15 applies', () => {
    const table = fourSeats();
    for (const who of [ann, ben, cleo]) {
      expect(table.send(who, { type: 'resign' })).toMatchObject({ value: [{ type: 'replaced' }] });
    }
    expect(table.send(dan, { type: 'resign' })).toEqual({
      ok: true,
      value: [{ type: 'out', side: 'east', by: 'resignation' }],
    });
  });

  test('does not take over with two seats: the other player has won', () => {
    const table = twoSeats({ ...long, substitute: 3 });
    expect(table.send(ann, { type: 'resign' })).toMatchObject({ value: [{ type: 'out' }, { type: 'ended' }] });
  });
});

test('a game with a clock against computers is set aside; one without a clock, or with a second person, continues', () => {
  const withComputer = (change: Parameters<typeof settings>[0]) => {
    const table = new Table(settings(change), ann, 'south', [{ side: 'north', player: first }]);
    table.send(first, { type: 'sit', side: null });
    table.send(null, { type: 'set-aside' });
    return table.state.status;
  };
  expect(withComputer({})).toBe('closed');
  expect(withComputer({ time: null })).toBe('live');
  const people = twoSeats();
  people.send(null, { type: 'set-aside' });
  expect(people.state.status).toBe('live');
});
