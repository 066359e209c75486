import type { Side } from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import { CLAIM_WAIT_MS } from './deadlines.ts';
import { currentPosition } from './state.ts';
import { ann, ben, cleo, dan, fourSeats, gameInProgress, long, move, refused, twoSeats } from './testing/people.ts';
import { settings, Table } from './testing/table.ts';

describe('a live game', () => {
  test('is played by its seated players, in turn', () => {
    const table = twoSeats();
    expect(table.send(ben, move(1, 'd7', 'd6'))).toMatchObject({
      ok: false,
      error: { code: 'not-your-turn', turn: 'south' },
    });
    expect(table.send(cleo, move(1, 'd2', 'd3'))).toMatchObject(refused('not-seated'));
    expect(table.send(ann, move(1, 'd2', 'd3'))).toMatchObject({ ok: true });
    expect(table.send(ben, { type: 'leave' })).toMatchObject(refused('already-started'));
    expect(table.send(cleo, { type: 'sit', side: null })).toMatchObject(refused('seat-taken'));
  });

  test('rejects a move for another ply (R21)', () => {
    const table = twoSeats();
    expect(table.send(ann, move(2, 'd2', 'd3'))).toMatchObject({
      ok: false,
      error: { code: 'too-early', ply: 1, said: 2 },
    });
    table.send(ann, move(1, 'd2', 'd3'));
    expect(table.send(ben, move(1, 'd7', 'd6'))).toMatchObject({ ok: false, error: { code: 'stale', ply: 2 } });
  });

  test('states why a move is illegal', () => {
    const table = twoSeats();
    const answer = table.send(ann, move(1, 'd2', 'c3'));
    expect(answer).toMatchObject({ ok: false, error: { why: { code: 'down-diagonal-only-captures' } } });
    expect(table.send(ann, move(1, 'd2', 'h8'))).toMatchObject(refused('illegal-move'));
  });

  test('with two seats ends when one side resigns, and the other wins (R15)', () => {
    const table = twoSeats();
    table.send(ann, { type: 'resign' });
    expect(table.state.result).toEqual({ winner: 'north', by: 'resignation', places: [['north'], ['south']] });
    expect(table.send(ben, move(1, 'd7', 'd6'))).toMatchObject(refused('game-over'));
  });

  test('with four seats continues when one side resigns, and the turn passes only from the leaver (R15)', () => {
    const table = new Table({ ...long, setup: 'four' }, ann, 'south');
    for (const [who, side] of [
      [ben, 'west'],
      [cleo, 'north'],
      [dan, 'east'],
    ] as const)
      table.send(who, { type: 'sit', side });
    table.send(cleo, { type: 'resign' });
    expect(table.state.status).toBe('live');
    expect(currentPosition(table.state).turn).toBe('south');
    table.send(ann, { type: 'resign' });
    expect(currentPosition(table.state).turn).toBe('west');
    expect(table.send(ann, { type: 'resign' })).toMatchObject(refused('out-of-play'));
    table.send(dan, { type: 'resign' });
    expect(table.state.result).toMatchObject({ winner: 'west', places: [['west'], ['east'], ['south'], ['north']] }); // R17
  });

  test('ends in a draw when a position occurs for the third time (R16)', () => {
    const table = twoSeats({ ...long, time: null });
    const shuttle = [
      [ann, 'd2', 'd3'],
      [ben, 'e7', 'e6'],
      [ann, 'd3', 'd2'],
      [ben, 'e6', 'e7'],
    ] as const;
    for (let ply = 1; ply <= 8; ply += 1) {
      const [who, from, to] = shuttle[(ply - 1) % 4] ?? shuttle[0];
      expect(table.send(who, move(ply, from, to))).toMatchObject({ ok: true });
    }
    expect(table.state.result).toMatchObject({ winner: null, by: 'repetition' });
  });
});

test('a player away longer than the grace period can be eliminated by the others (R15)', () => {
  const table = gameInProgress();
  table.send(ann, move(3, 'e2', 'e3'));
  table.now += CLAIM_WAIT_MS;
  expect(table.send(ann, { type: 'claim', side: 'north' })).toMatchObject(refused('still-here'));
  expect(table.send(cleo, { type: 'claim', side: 'north' }, { absentSides: ['north'] })).toMatchObject(
    refused('not-seated'),
  );
  table.send(ann, { type: 'claim', side: 'north' }, { absentSides: ['north'] });
  expect(table.state.result).toMatchObject({ winner: 'south', by: 'left' });
});

test("a claim before the absent side's first move aborts a game with two seats", () => {
  const waiting = twoSeats();
  waiting.send(ann, move(1, 'd2', 'd3'));
  waiting.now += CLAIM_WAIT_MS;
  expect(waiting.send(ann, { type: 'claim', side: 'north' }, { absentSides: ['north'] })).toMatchObject({
    value: [{ type: 'closed', by: 'no-show' }],
  });
});

describe('a claim against an absent player', () => {
  const claim = { type: 'claim', side: 'north' } as const;
  const absentSides = { absentSides: ['north'] } as const;

  test("is rejected on the claimant's own turn, and in a pause", () => {
    const table = gameInProgress();
    table.now += 60_000;
    expect(table.send(ann, claim, absentSides)).toMatchObject(refused('not-awaited'));
    table.send(ann, move(3, 'e2', 'e3'));
    for (const who of [ann, ben]) table.send(who, { type: 'offer', offer: 'pause' });
    table.now += 60_000;
    expect(table.send(ann, claim, absentSides)).toMatchObject(refused('paused'));
  });

  test("is rejected at the start of the absent player's turn, so that a player can come back for it", () => {
    const table = gameInProgress();
    table.send(ann, move(3, 'e2', 'e3'));
    table.now += CLAIM_WAIT_MS - 1;
    expect(table.send(ann, claim, absentSides)).toMatchObject(refused('still-here'));
    table.now += 1;
    expect(table.send(ann, claim, absentSides)).toMatchObject({ ok: true });
  });

  test('waits for the turn of the absent player among four', () => {
    const table = fourSeats();
    table.now += CLAIM_WAIT_MS;
    expect(table.send(ann, claim, absentSides)).toMatchObject(refused('not-awaited'));
  });
});

test.for([
  ['without a clock', null, 30 * 24 * 3_600_000],
  ['in correspondence', { kind: 'days', perMoveMs: 24 * 3_600_000 }, 24 * 3_600_000],
] as const)('%s a player may be away for a whole turn, and claims are rejected', ([, time, turnMs]) => {
  const table = gameInProgress(settings({ time }));
  const claim = (side: Side) =>
    table.send(side === 'north' ? ann : ben, { type: 'claim', side }, { absentSides: [side] });
  table.now += 3_600_000;
  expect(claim('south')).toEqual({ ok: false, error: { code: 'time-left', leftMs: turnMs - 3_600_000 } });
  expect(claim('north')).toEqual({ ok: false, error: { code: 'time-left', leftMs: null } });
  expect(table.state.status).toBe('live');
});

test('"Terrace" is part of the event of the move that causes it (R18)', () => {
  const position = '8/8/8/8/2cT4/8/8/t7 s sn 0 1';
  const table = twoSeats(settings({ setup: 'custom', position }));
  table.send(ann, move(1, 'c4', 'c5'));
  expect(table.log.at(-1)?.event).toMatchObject({ type: 'moved', call: { terrace: ['north'], mate: false } });
  table.send(ben, move(2, 'd4', 'e3'));
  expect(table.log.at(-1)?.event).not.toHaveProperty('call');
});
