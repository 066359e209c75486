import { MAX_INITIAL_MS, type Offer } from '@terrace/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deadlineAt, IDLE_MS } from './deadlines.ts';
import { currentPosition } from './state.ts';
import { ann, ben, cleo, fourSeats, gameInProgress, move, refused, twoSeats } from './testing/people.ts';
import { settings, Table } from './testing/table.ts';

const withoutClock = settings({ time: null });

describe('limits on filling a log without playing', () => {
  test('time can be given four times between two moves, up to three hours on a clock', () => {
    const table = gameInProgress();
    for (let n = 0; n < 4; n += 1) expect(table.send(ann, { type: 'give-time' })).toMatchObject({ ok: true });
    expect(table.send(ann, { type: 'give-time' })).toMatchObject(refused('enough-given'));
    expect(table.send(ben, { type: 'give-time' })).toMatchObject({ ok: true });
    table.send(ann, move(3, 'd3', 'd2'));
    expect(table.send(ann, { type: 'give-time' })).toMatchObject({ ok: true });
    const full = gameInProgress(settings({ time: { kind: 'clock', initialMs: MAX_INITIAL_MS, incrementMs: 0 } }));
    expect(full.send(ann, { type: 'give-time' })).toMatchObject(refused('clock-full'));
  });

  test('repeated offers and withdrawals reach a limit, while moves and resignations stay possible', () => {
    const table = gameInProgress();
    table.send(ben, { type: 'resign' });
    let made = 0;
    while (table.send(ann, { type: 'offer', offer: 'rematch' }).ok && made < 1_000) {
      made += 1;
      table.answer(ann, 'refuse', 'rematch');
    }
    expect(made).toBe(43);
    expect(table.send(ann, { type: 'offer', offer: 'rematch' })).toMatchObject(refused('enough-offered'));
    expect(table.send(ben, { type: 'offer', offer: 'rematch' })).toMatchObject({ ok: true });
  });

  test('two players who keep taking back their first moves reach a limit', () => {
    const table = twoSeats();
    const asked = () => table.send(ann, { type: 'offer', offer: 'takeback' }).ok;
    let rounds = 0;
    for (; rounds < 1_000; rounds += 1) {
      table.send(ann, move(1, 'd2', 'd3'));
      if (!asked()) break;
      table.answer(ben, 'accept', 'takeback');
    }
    expect(rounds).toBe(42);
    expect(table.send(ben, move(2, 'e7', 'e6'))).toMatchObject({ ok: true });
  });

  test('a player can join and leave a table five times, and other players can still sit down', () => {
    const table = new Table(settings({ starts: 'host' }), ann, 'south');
    for (let n = 0; n < 5; n += 1) {
      expect(table.send(ben, { type: 'sit', side: null })).toMatchObject({ ok: true });
      expect(table.send(ben, { type: 'leave' })).toMatchObject({ ok: true });
    }
    expect(table.send(ben, { type: 'sit', side: null })).toMatchObject(refused('too-many-changes'));
    expect(table.send(cleo, { type: 'sit', side: null })).toMatchObject({ ok: true });
  });

  test('a host can seat computers at a table twenty times', () => {
    const table = new Table(settings({ starts: 'host' }), ann, 'south');
    const set = () => table.send(ann, { type: 'seat-computer', side: 'north', strength: 3 });
    for (let n = 0; n < 20; n += 1) {
      expect(set()).toMatchObject({ ok: true });
      expect(table.send(ann, { type: 'unseat-computer', side: 'north' })).toMatchObject({ ok: true });
    }
    expect(set()).toMatchObject(refused('too-many-changes'));
  });

  test('the log stays short whatever two players send without moving', () => {
    const offers: readonly Offer[] = ['draw', 'takeback', 'pause', 'resume'];
    const command = fc.oneof(
      fc.constant({ type: 'give-time' } as const),
      fc.constantFrom(...offers).map((offer) => ({ type: 'offer', offer }) as const),
      fc.constantFrom(...offers).map((offer) => ({ type: 'accept', offer }) as const),
      fc.constantFrom(...offers).map((offer) => ({ type: 'refuse', offer }) as const),
    );
    const said = fc.array(fc.tuple(fc.constantFrom(ann, ben), command), { minLength: 600, maxLength: 600 });
    fc.assert(
      fc.property(said, (commands) => {
        const table = gameInProgress();
        for (const [who, each] of commands) {
          if (each.type === 'accept' || each.type === 'refuse') table.answer(who, each.type, each.offer);
          else table.send(who, each);
        }
        expect(table.log.length).toBeLessThan(300);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a game without a clock', () => {
  test('ends when the side to move has not moved for thirty days: it has left', () => {
    const table = gameInProgress(withoutClock);
    const due = table.now + IDLE_MS;
    expect(deadlineAt(table.state)).toBe(due);
    table.now = due - 1;
    expect(table.send(null, { type: 'flag' })).toMatchObject(refused('time-left'));
    table.send(ann, { type: 'offer', offer: 'draw' });
    expect(deadlineAt(table.state)).toBe(due); // offers do not extend the deadline
    table.now = due;
    table.send(ben, { type: 'flag' });
    expect(table.state.result).toMatchObject({ winner: 'north', by: 'left' });
  });

  test('gives the next side thirty days after every move', () => {
    const table = gameInProgress(withoutClock);
    table.now += IDLE_MS - 1;
    expect(table.send(ann, move(3, 'd3', 'd2'))).toMatchObject({ ok: true });
    expect(deadlineAt(table.state)).toBe(table.now + IDLE_MS);
  });

  test('with two seats is called off if the side never moved; with more seats the others play on', () => {
    const two = twoSeats(withoutClock);
    two.now += IDLE_MS;
    two.send(null, { type: 'flag' });
    expect(two.state).toMatchObject({ status: 'closed' });
    const four = fourSeats();
    expect(deadlineAt(four.state)).toBeLessThan(four.now + IDLE_MS); // a game with a clock
  });

  test('has no deadline for a computer, so that exhibitions may pause', () => {
    const table = new Table(withoutClock, ann, 'south');
    table.send(ann, { type: 'seat-computer', side: 'north', strength: 3 });
    const [, north] = table.state.seats;
    const seated = north?.reserved;
    if (seated == null) throw new Error('a seat is kept for the computer');
    table.send(seated, { type: 'sit', side: null });
    expect(deadlineAt(table.state)).toBe(table.now + IDLE_MS);
    table.send(ann, move(1, 'd2', 'd3'));
    expect(currentPosition(table.state).turn).toBe('north');
    expect(deadlineAt(table.state)).toBeUndefined();
  });
});
