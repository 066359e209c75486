import { DAY_MS, HOUR_MS } from '@terrace/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flagAt, remainingMs } from './clock.ts';
import { deadlineAt, IDLE_MS, shortTimeAt } from './deadlines.ts';
import { fold } from './fold.ts';
import { isOnVacation } from './state.ts';
import { ann, ben, dan, gameInProgress, move, refused, twoSeats } from './testing/people.ts';
import { settings, type Table } from './testing/table.ts';

const days = settings({ time: { kind: 'days', perMoveMs: 2 * DAY_MS } });
const bank = settings({ time: { kind: 'bank', bankMs: 10 * DAY_MS, incrementMs: DAY_MS } });
const weekendsOff = settings({ time: { kind: 'days', perMoveMs: 4 * DAY_MS, weekendsOff: 'Europe/Berlin' } });

const FRIDAY_NOON = Date.parse('2023-11-17T12:00+01:00');

const goOnVacation = (table: Table, since: number, until: number, who = ann) =>
  table.send(null, { type: 'vacation', player: who.id, since, until });

describe('a bank of days', () => {
  test('a move costs its time, gains the increment, and never exceeds the bank', () => {
    const table = twoSeats(bank);
    table.now += 3 * DAY_MS;
    table.send(ann, move(1, 'd2', 'd3'));
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 8 * DAY_MS, north: 10 * DAY_MS });
    table.now += HOUR_MS;
    table.send(ben, move(2, 'e7', 'e6'));
    expect(table.state.clock?.remainingMs.north).toBe(10 * DAY_MS);
  });

  test('a takeback does not return used time', () => {
    const table = twoSeats(bank);
    table.now += 3 * DAY_MS;
    table.send(ann, move(1, 'd2', 'd3'));
    table.send(ann, { type: 'offer', offer: 'takeback' });
    table.answer(ben, 'accept', 'takeback');
    expect(table.state.clock?.remainingMs.south).toBe(8 * DAY_MS);
  });

  test('the flag falls when the bank is used up', () => {
    const table = gameInProgress(bank);
    table.now += 10 * DAY_MS - 1;
    expect(table.send(ben, { type: 'flag' })).toMatchObject({ error: { code: 'time-left', leftMs: 1 } });
    table.now += 1;
    expect(table.send(ann, move(3, 'd3', 'd2'))).toMatchObject(refused('time-over'));
    table.send(ben, { type: 'flag' });
    expect(table.state.result).toMatchObject({ winner: 'north', by: 'time' });
  });
});

describe('weekends off', () => {
  test('a turn of four days from Friday noon ends on Thursday noon', () => {
    const table = twoSeats(weekendsOff);
    table.now = FRIDAY_NOON;
    table.send(ann, move(1, 'd2', 'd3'));
    expect(deadlineAt(table.state)).toBe(Date.parse('2023-11-23T12:00+01:00'));
    const sunday = Date.parse('2023-11-19T12:00+01:00');
    expect(remainingMs(table.state, 'north', sunday)).toBe(3.5 * DAY_MS);
  });

  test('a table with an unknown time zone is refused', () => {
    const nowhere = settings({ time: { kind: 'days', perMoveMs: DAY_MS, weekendsOff: 'Europe/Nowhere' } });
    expect(() => twoSeats(nowhere)).toThrow('no-such-time-zone');
  });
});

describe('a vacation', () => {
  test('stops the clock from its start to its end, and only its player', () => {
    const table = gameInProgress(days);
    const since = table.now + DAY_MS;
    table.now = since + HOUR_MS; // the event may follow the start
    goOnVacation(table, since, since + 7 * DAY_MS);
    expect(flagAt(table.state)).toBe(since + 8 * DAY_MS);
    expect(remainingMs(table.state, 'south', since + 3 * DAY_MS)).toBe(DAY_MS);
    expect(isOnVacation(table.state, 'south', since + 3 * DAY_MS)).toBe(true);
    expect(isOnVacation(table.state, 'south', since + 7 * DAY_MS)).toBe(false);
    table.send(ann, move(3, 'd3', 'd2'));
    expect(flagAt(table.state)).toBe(table.now + 2 * DAY_MS);
  });

  test('covers turns that begin during it', () => {
    const table = gameInProgress(days);
    const since = table.now;
    goOnVacation(table, since, since + 7 * DAY_MS, ben);
    table.send(ann, move(3, 'd3', 'd2'));
    expect(flagAt(table.state)).toBe(since + 9 * DAY_MS);
  });

  test('can be ended early, and time runs again from then on', () => {
    const table = gameInProgress(days);
    const since = table.now;
    goOnVacation(table, since, since + 7 * DAY_MS);
    table.now += DAY_MS;
    goOnVacation(table, since, table.now);
    expect(table.log.at(-1)?.event).toEqual({ type: 'vacation-ended', side: 'south', until: table.now });
    expect(flagAt(table.state)).toBe(table.now + 2 * DAY_MS);
  });

  test('allows moves, which do not end it', () => {
    const table = gameInProgress(bank);
    const since = table.now;
    goOnVacation(table, since, since + 7 * DAY_MS);
    table.now += 5 * DAY_MS;
    expect(table.send(ann, move(3, 'd3', 'd2'))).toMatchObject({ ok: true });
    expect(table.state.clock?.remainingMs.south).toBe(10 * DAY_MS);
    expect(isOnVacation(table.state, 'south', table.now)).toBe(true);
  });

  test('does not save a player whose time was over before it began', () => {
    const table = gameInProgress(days);
    const due = table.now + 2 * DAY_MS;
    table.now = due + 1_000; // the server was unable to flag
    goOnVacation(table, due, due + 7 * DAY_MS);
    expect(table.state.result).toMatchObject({ winner: 'north', by: 'time' });
  });

  test('that began before the deadline holds, even if its event comes after it', () => {
    const table = gameInProgress(days);
    const due = table.now + 2 * DAY_MS;
    table.now = due + 1_000;
    goOnVacation(table, due - 1, due + 7 * DAY_MS);
    expect(flagAt(table.state)).toBe(due + 7 * DAY_MS + 1);
  });

  test('is written once, however often the server sends it', () => {
    const table = gameInProgress(days);
    const since = table.now;
    for (let n = 0; n < 3; n += 1) goOnVacation(table, since, since + DAY_MS);
    const written = table.log.length;
    goOnVacation(table, since, since + HOUR_MS);
    goOnVacation(table, since, since + HOUR_MS);
    expect(table.log).toHaveLength(written + 1);
    goOnVacation(table, since + 2 * HOUR_MS, since + DAY_MS);
    goOnVacation(table, since, since + HOUR_MS); // a late copy of the first one
    expect(table.state.vacations?.south).toEqual({ since: since + 2 * HOUR_MS, until: since + DAY_MS });
  });

  test.each([
    ['with a clock of minutes', settings(), ann],
    ['of other players', days, dan],
  ])('changes no game %s', (_, chosen, who) => {
    const table = gameInProgress(chosen);
    expect(goOnVacation(table, table.now, table.now + DAY_MS, who)).toEqual({ ok: true, value: [] });
  });

  test('postpones the end of a game without a clock', () => {
    const table = gameInProgress(settings({ time: null }));
    const since = table.now;
    goOnVacation(table, since, since + 7 * DAY_MS);
    expect(deadlineAt(table.state)).toBe(since + 7 * DAY_MS + IDLE_MS);
  });

  test('time used and time left add up to the time given, at any order of events', () => {
    const steps = fc.array(
      fc.record({
        hours: fc.integer({ min: 0, max: 20 }),
        act: fc.constantFrom('vacation', 'end', 'pause', 'resume', 'wait'),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        const table = gameInProgress(settings({ time: { kind: 'bank', bankMs: 60 * DAY_MS, incrementMs: 0 } }));
        let vacation = { since: 0, until: 0 };
        let used = 0;
        for (const { hours, act } of all) {
          for (let hour = 0; hour < hours; hour += 1) {
            if (table.state.pausedUntil === null && table.now >= vacation.until) used += HOUR_MS;
            table.now += HOUR_MS;
          }
          if (act === 'vacation' && table.now >= vacation.until && table.now > vacation.since)
            vacation = { since: table.now, until: table.now + DAY_MS };
          if (act === 'end' && table.now < vacation.until) vacation = { ...vacation, until: table.now };
          if (act === 'vacation' || act === 'end') goOnVacation(table, vacation.since, vacation.until);
          if (act === 'pause' || act === 'resume')
            for (const who of [ann, ben]) table.send(who, { type: 'offer', offer: act });
          expect(remainingMs(table.state, 'south', table.now)).toBe(60 * DAY_MS - used);
          expect(fold(null, table.log)).toEqual(table.state);
        }
      }),
    );
  });
});

describe('a pause in a correspondence game', () => {
  test('lasts until all players agree to resume', () => {
    const table = gameInProgress(days);
    table.now += DAY_MS;
    for (const who of [ann, ben]) table.send(who, { type: 'offer', offer: 'pause' });
    expect(table.log.at(-1)?.event).toEqual({ type: 'paused' });
    expect(deadlineAt(table.state)).toBeUndefined();
    table.now += 100 * DAY_MS;
    expect(table.send(null, { type: 'flag' })).toMatchObject({ error: { code: 'time-left', leftMs: null } });
    expect(table.send(ann, move(3, 'd3', 'd2'))).toMatchObject(refused('paused'));
    for (const who of [ben, ann]) table.send(who, { type: 'offer', offer: 'resume' });
    expect(flagAt(table.state)).toBe(table.now + DAY_MS);
  });

  test('is not possible without a time limit', () => {
    const table = gameInProgress(settings({ time: null }));
    expect(table.send(ann, { type: 'offer', offer: 'pause' })).toMatchObject(refused('no-clock'));
  });
});

describe('short time', () => {
  test('begins with a quarter of the time for a move, and again with one hour', () => {
    const { state, now } = gameInProgress(days);
    expect(shortTimeAt(state, 'quarter')).toBe(now + 1.5 * DAY_MS);
    expect(shortTimeAt(state, 'hour')).toBe(now + 2 * DAY_MS - HOUR_MS);
  });

  test('respects weekends and vacations', () => {
    const table = twoSeats(weekendsOff);
    table.now = FRIDAY_NOON;
    table.send(ann, move(1, 'd2', 'd3'));
    expect(shortTimeAt(table.state, 'quarter')).toBe(Date.parse('2023-11-22T12:00+01:00'));
    goOnVacation(table, table.now, FRIDAY_NOON + 7 * DAY_MS, ben);
    expect(shortTimeAt(table.state, 'hour')).toBe(Date.parse('2023-11-30T11:00+01:00'));
  });

  test('does not begin in a turn that began with less', () => {
    const table = twoSeats(settings({ time: { kind: 'bank', bankMs: 2 * DAY_MS, incrementMs: 0 } }));
    table.now += 1.75 * DAY_MS;
    table.send(ann, move(1, 'd2', 'd3'));
    table.send(ben, move(2, 'e7', 'e6'));
    expect(shortTimeAt(table.state, 'quarter')).toBeUndefined();
    expect(shortTimeAt(table.state, 'hour')).toBe(table.now + 5 * HOUR_MS);
  });

  test('exists without a clock, but not with a clock of minutes', () => {
    const { state, now } = gameInProgress(settings({ time: null }));
    expect(shortTimeAt(state, 'quarter')).toBe(now + 0.75 * IDLE_MS);
    expect(shortTimeAt(gameInProgress().state, 'hour')).toBeUndefined();
  });
});
