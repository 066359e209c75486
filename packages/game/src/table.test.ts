import { computerPlayer } from '@terrace/protocol';
import { describe, expect, test } from 'vitest';
import { deadlineAt, OPEN_TABLE_MS } from './deadlines.ts';
import { fold } from './fold.ts';
import { currentPosition } from './state.ts';
import { openFullTable, openTable, type Reservation } from './table.ts';
import { ann, ben, cleo, dan, fourSeats, long, move, refused } from './testing/people.ts';
import { NOON, settings, Table } from './testing/table.ts';

describe('an open table', () => {
  test('starts when its last seat is taken', () => {
    const table = new Table({ ...long, setup: 'four' }, ann, 'west');
    expect(table.send(ben, { type: 'sit', side: 'south' })).toMatchObject({ ok: true });
    expect(table.send(cleo, { type: 'sit', side: null })).toMatchObject({ ok: true });
    expect(table.state.status).toBe('open');
    table.send(dan, { type: 'sit', side: null });
    expect(table.state.status).toBe('live');
    expect(currentPosition(table.state).turn).toBe('south'); // R11
  });

  test('rejects a second seat for a player, an occupied seat and a seat that does not exist', () => {
    const table = new Table({ ...long, setup: 'three' }, ann, 'south');
    expect(table.send(ann, { type: 'sit', side: 'north' })).toMatchObject(refused('already-seated'));
    expect(table.send(ben, { type: 'sit', side: 'south' })).toMatchObject(refused('seat-taken'));
    expect(table.send(ben, { type: 'sit', side: 'west' })).toMatchObject(refused('no-such-seat')); // R11: West is empty
  });

  test('rejects moves, resignations and flags', () => {
    const table = new Table(long, ann, 'south');
    expect(table.send(ann, move(1, 'd2', 'd3'))).toMatchObject(refused('not-started'));
    expect(table.send(ann, { type: 'resign' })).toMatchObject(refused('not-started'));
    expect(table.send(null, { type: 'flag' })).toMatchObject(refused('not-started'));
  });

  test('is closed when its host leaves, and stays when others do', () => {
    const table = new Table({ ...long, setup: 'three' }, ann, 'south');
    table.send(ben, { type: 'sit', side: 'north' });
    table.send(ben, { type: 'leave' });
    expect(table.state.seats.map(({ player: who }) => who?.name ?? null)).toEqual(['ann', null, null]);
    expect(table.send(ben, { type: 'leave' })).toMatchObject(refused('not-seated'));
    table.send(ann, { type: 'leave' });
    expect(table.state.status).toBe('closed');
    expect(table.send(ben, { type: 'sit', side: null })).toMatchObject(refused('table-closed'));
  });
});

test('a bot with another name keeps its mark, also where its seat is only reserved', () => {
  const bot = { ...ben, bot: true as const };
  const rename = { type: 'rename', player: { id: ben.id, name: 'Benjamin' } } as const;
  const table = new Table(long, ann, 'south', [{ side: 'north', player: bot }]);
  table.send(null, rename);
  expect(table.state.seats[1]?.reserved).toEqual({ ...bot, name: 'Benjamin' });
  table.send({ ...bot, name: 'Benjamin' }, { type: 'sit', side: null });
  table.send(null, { ...rename, player: ben });
  expect(table.state.seats[1]?.player).toEqual(bot);
});

test('a named setup with a position is rejected, because only custom setups have one', () => {
  const position = '8/8/8/8/2cT4/8/8/t7 s sn 0 1';
  const rejected = { error: { code: 'bad-position', why: { code: 'not-custom', setup: 'short' } } };
  const seating = [
    { side: 'south', player: ann },
    { side: 'north', player: ben },
  ] as const;
  expect(openTable(settings({ setup: 'short', position }), ann, 'south', [], NOON)).toMatchObject(rejected);
  expect(openFullTable(settings({ setup: 'short', position }), seating)).toMatchObject(rejected);
  expect(openTable(settings({ setup: 'custom', position }), ann, 'south', [], NOON)).toMatchObject({ ok: true });
});

test('events carry the terms of their game: the time of a reservation, and the lag account', () => {
  const table = new Table(long, ann, 'south', [{ side: 'north', player: ben }]);
  expect(table.log.at(-1)?.event).toMatchObject({ type: 'reserved', until: NOON + 10 * 60_000 });
  table.send(ben, { type: 'sit', side: null });
  expect(table.log.at(-1)?.event).toEqual({ type: 'started', lag: { maxMs: 1_000, refillMs: 250 } });
  const slow = new Table({ ...long, time: null }, ann, 'south', [{ side: 'north', player: ben }]);
  expect(slow.log.at(-1)?.event).toMatchObject({ type: 'reserved', until: NOON + 7 * 24 * 3_600_000 });
  slow.send(ben, { type: 'sit', side: null });
  expect(slow.log.at(-1)?.event).toEqual({ type: 'started' });
});

describe('a reserved seat', () => {
  const kept = () => new Table(settings({ setup: 'three' }), ann, 'south', [{ side: 'north', player: ben }]);

  test('accepts only its player, even without a named side', () => {
    const table = kept();
    expect(table.send(cleo, { type: 'sit', side: 'north' })).toMatchObject(refused('seat-reserved'));
    table.send(cleo, { type: 'sit', side: null });
    table.send(ben, { type: 'sit', side: null });
    expect(table.state.seats.map(({ side, player: who }) => [side, who?.name])).toEqual([
      ['south', 'ann'],
      ['north', 'ben'],
      ['east', 'cleo'],
    ]);
  });

  test('is one per person, and none for the host', () => {
    const keep = (...names: (typeof ann)[]) =>
      new Table(settings({ setup: 'four' }), ann, 'south', [
        { side: 'west', player: names[0] ?? ben },
        { side: 'north', player: names[1] ?? cleo },
      ]);
    expect(() => keep(ben, ben)).toThrow('already-seated');
    expect(() => keep(ann, ben)).toThrow('already-seated');
  });

  test('opens to all when its player declines', () => {
    const table = kept();
    expect(table.send(cleo, { type: 'decline' })).toMatchObject(refused('not-invited'));
    table.send(ben, { type: 'decline' });
    expect(table.send(cleo, { type: 'sit', side: 'north' })).toMatchObject({ ok: true });
  });
});

describe('a reserved seat without an answer', () => {
  const MINUTE = 60_000;
  const DAY = 24 * 60 * MINUTE;
  const kept = (time: typeof long.time) =>
    new Table(settings({ setup: 'three', time }), ann, 'south', [{ side: 'north', player: ben }]);

  test.each([
    ['ten minutes with a clock', long.time, 10 * MINUTE, undefined],
    ['seven days in a correspondence game', { kind: 'days', perMoveMs: DAY } as const, 7 * DAY, 14 * DAY],
    ['seven days without a clock', null, 7 * DAY, 14 * DAY],
  ])('opens to all after %s, and not before', (_, time, after, closesAt) => {
    const table = kept(time);
    expect(deadlineAt(table.state)).toBe(NOON + after);
    table.now = NOON + after - 1;
    expect(table.send(null, { type: 'flag' })).toMatchObject({ error: { code: 'time-left', leftMs: 1 } });
    table.now += 1;
    expect(table.send(null, { type: 'flag' })).toEqual({ ok: true, value: [{ type: 'expired', side: 'north' }] });
    expect(deadlineAt(table.state)).toBe(closesAt === undefined ? undefined : NOON + closesAt);
    expect(table.send(cleo, { type: 'sit', side: 'north' })).toMatchObject({ ok: true });
    expect(table.send(ben, { type: 'decline' })).toMatchObject(refused('not-invited'));
  });

  test('can be taken until it is opened, however late', () => {
    const table = kept(long.time);
    table.now += DAY;
    expect(table.send(ben, { type: 'sit', side: null })).toMatchObject({ ok: true });
    expect(table.send(null, { type: 'flag' })).toMatchObject(refused('not-started'));
  });
});

describe('a table by days', () => {
  test('waits for players for fourteen days and then closes', () => {
    const table = new Table(settings({ time: { kind: 'days', perMoveMs: 86_400_000 } }), ann, 'south');
    expect(deadlineAt(table.state)).toBe(NOON + OPEN_TABLE_MS);
    table.now = NOON + OPEN_TABLE_MS - 1;
    expect(table.send(null, { type: 'flag' })).toMatchObject({ error: { code: 'time-left', leftMs: 1 } });
    table.now += 1;
    expect(table.send(null, { type: 'flag' })).toEqual({ ok: true, value: [{ type: 'closed', by: 'expired' }] });
    expect(table.send(ben, { type: 'sit', side: null })).toMatchObject(refused('table-closed'));
  });

  test('starts within these days while its host is away, and then has no such deadline', () => {
    const table = new Table(settings({ time: null }), ann, 'south');
    table.now = NOON + OPEN_TABLE_MS - 1;
    expect(table.send(ben, { type: 'sit', side: null })).toMatchObject({ ok: true });
    table.now += 2;
    expect(table.send(null, { type: 'flag' })).toMatchObject(refused('time-left'));
  });

  test('with a clock has no deadline of this kind', () => {
    expect(deadlineAt(new Table(long, ann, 'south').state)).toBeUndefined();
  });
});

describe('a table of an organiser without a seat', () => {
  function flagAfterAWeek(table: Table) {
    table.now += 7 * 86_400_000;
    return table.send(null, { type: 'flag' });
  }
  const invited = [
    { side: 'south', player: ben },
    { side: 'north', player: cleo },
  ] as const;
  const organised = () => new Table(settings({ time: null }), ann, null, invited);

  test('starts when all invited players have accepted', () => {
    const table = organised();
    expect(table.send(ann, { type: 'sit', side: null })).toMatchObject(refused('seat-reserved'));
    expect(table.send(cleo, { type: 'sit', side: null })).toMatchObject({ ok: true });
    expect(table.state).toMatchObject({ status: 'open', host: ann.id });
    expect(table.send(ben, { type: 'sit', side: null })).toMatchObject({ ok: true });
    expect(table.state.status).toBe('live');
  });

  test.each<[string, (table: Table) => unknown, by: string]>([
    ['the organiser withdraws it', (table) => table.send(ann, { type: 'leave' }), 'host'],
    ['an invited player declines', (table) => table.send(cleo, { type: 'decline' }), 'declined'],
    ['an invited player does not answer for a week', flagAfterAWeek, 'declined'],
  ])('closes when %s', (_, close, by) => {
    const table = organised();
    table.send(ben, { type: 'sit', side: null });
    expect(close(table)).toMatchObject({ ok: true });
    expect(table.state.status).toBe('closed');
    expect(table.log.at(-1)?.event).toEqual({ type: 'closed', by });
  });

  test('closes when a player who had accepted leaves', () => {
    const table = organised();
    table.send(ben, { type: 'sit', side: null });
    expect(table.send(ben, { type: 'leave' })).toMatchObject({
      value: [
        { type: 'unseated', side: 'south' },
        { type: 'closed', by: 'declined' },
      ],
    });
  });

  test('needs a player for each seat, and at least one person', () => {
    const open = (reservations: readonly Reservation[]) => openTable(settings(), ann, null, reservations, NOON);
    expect(open(invited.slice(1))).toMatchObject(refused('seats-open'));
    const computers = invited.map(({ side }, i) => ({ side, player: computerPlayer(3, i + 1) }));
    expect(open(computers)).toMatchObject(refused('seats-open'));
    expect(open([...invited.slice(0, 1), { side: 'north', player: computerPlayer(3, 1) }])).toMatchObject({ ok: true });
  });
});

describe('a table with an absent host', () => {
  const abandoned = (change: Parameters<typeof settings>[0], absentSides: 'south' | 'north' = 'south') => {
    const table = new Table(settings(change), ann, 'south');
    return { table, decision: table.send(null, { type: 'abandon' }, { absentSides: [absentSides] }) };
  };

  test('closes if it is public with a clock', () => {
    const { table, decision } = abandoned({});
    expect(decision).toMatchObject({ ok: true, value: [{ type: 'closed', by: 'host-gone' }] });
    expect(table.state.status).toBe('closed');
  });

  test('stays if it is private, by correspondence, or without a clock, or if another player has gone', () => {
    expect(abandoned({ seen: 'link' }).table.state.status).toBe('open');
    expect(abandoned({ time: null }).table.state.status).toBe('open');
    expect(abandoned({ time: { kind: 'days', perMoveMs: 86_400_000 } }).table.state.status).toBe('open');
    expect(abandoned({}, 'north').decision).toMatchObject(refused('still-here'));
  });

  test('is not closed once the game has started', () => {
    const table = new Table(long, ann, 'south');
    table.send(ben, { type: 'sit', side: null });
    expect(table.send(null, { type: 'abandon' }, { absentSides: ['south'] })).toMatchObject(refused('already-started'));
  });
});

test('paired players sit and start at once', () => {
  const seating = [
    { side: 'north', player: ben },
    { side: 'south', player: ann },
    { side: 'east', player: cleo },
  ] as const;
  const begun = openFullTable(settings({ setup: 'three' }), seating);
  const logged = begun.ok ? begun.value.map((event, i) => ({ seq: i + 1, at: NOON, event })) : [];
  expect(fold(null, logged)).toMatchObject({ status: 'live', host: ben.id, clock: { turnStartedAt: NOON } });
  expect(openFullTable(settings({ setup: 'three' }), seating.slice(1))).toMatchObject(refused('seats-open'));
  expect(openFullTable(settings(), seating)).toMatchObject(refused('no-such-seat'));
  const twice = [seating[0], { side: 'south', player: ben } as const];
  expect(openFullTable(settings(), twice)).toMatchObject(refused('already-seated'));
});

test('a host can choose when to start', () => {
  const table = new Table(settings({ starts: 'host' }), ann, 'south');
  expect(table.send(ann, { type: 'start' })).toMatchObject(refused('seats-open'));
  table.send(ben, { type: 'sit', side: null });
  expect(table.state.status).toBe('open');
  expect(table.send(ben, { type: 'start' })).toMatchObject(refused('not-host'));
  table.send(ann, { type: 'start' });
  expect(table.state.status).toBe('live');
});

test('a game begins only at a legal custom position', () => {
  const begin = (position: string) => new Table(settings({ setup: 'custom', position }), ann, 'north');
  const table = begin('7T/8/8/8/8/8/8/t6d n sn 0 1');
  expect(currentPosition(table.state)).toMatchObject({ turn: 'north', seats: ['south', 'north'] });
  expect(() => begin('7T/8/8/8/8/8/8/8 n sn 0 1')).toThrow('bad-position');
  expect(() => begin('7t/8/8/8/8/8/8/T7 n sn 0 1')).toThrow('bad-position');
  expect(() => begin('nonsense')).toThrow('bad-position');
});

test('no player of three or four calls the game off after any of them has moved', () => {
  const table = fourSeats();
  table.send(ann, move(1, 'c1', 'c2'));
  expect(table.send(ann, { type: 'abort' })).toMatchObject(refused('already-moved'));
  expect(table.send(ben, { type: 'abort' })).toMatchObject(refused('others-moved'));
  expect(table.send(dan, { type: 'abort' })).toMatchObject(refused('others-moved'));
});

describe('a side that is out', () => {
  test('cannot call off the game of the others', () => {
    const table = fourSeats();
    table.send(dan, { type: 'resign' });
    expect(table.send(dan, { type: 'abort' })).toMatchObject(refused('out-of-play'));
    expect(table.send(ben, { type: 'abort' })).toMatchObject({ ok: true });
  });
});
