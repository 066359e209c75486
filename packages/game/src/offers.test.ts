import { describe, expect, test } from 'vitest';
import { rematch } from './rematch.ts';
import { currentPosition } from './state.ts';
import { ann, ben, cleo, dan, fourSeats, gameInProgress, move, refused, twoSeats } from './testing/people.ts';
import { NEXT, settings } from './testing/table.ts';

describe('offers', () => {
  test('a draw needs the consent of all sides in play', () => {
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

  test("a side's move withdraws its own offer and declines another's", () => {
    const table = twoSeats();
    table.ask(ann, { type: 'offer', offer: 'draw' });
    table.ask(ann, move(1, 'd2', 'd3'));
    expect(table.state.offers).toEqual({});
    const other = twoSeats();
    other.ask(ben, { type: 'offer', offer: 'draw' });
    other.ask(ann, move(1, 'd2', 'd3'));
    expect(other.ask(ann, { type: 'refuse', offer: 'draw' })).toMatchObject(refused('no-offer'));
  });

  test('a failed offer cannot be repeated at once', () => {
    const table = gameInProgress();
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

  test('a takeback returns to before the sender’s last move, and the log keeps the undone moves', () => {
    const table = gameInProgress();
    table.now += 7_000;
    table.ask(ann, { type: 'offer', offer: 'takeback' });
    table.ask(ben, { type: 'offer', offer: 'takeback' });
    expect(currentPosition(table.state)).toMatchObject({ ply: 1, turn: 'south' });
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 303_000 - 7_000, north: 303_000 });
    expect(table.log.filter(({ event }) => event.type === 'moved')).toHaveLength(2);
    expect(table.ask(ann, move(1, 'e2', 'e3'))).toMatchObject({ ok: true });
  });

  test('neither missing moves nor departures can be taken back', () => {
    const table = twoSeats();
    expect(table.ask(ann, { type: 'offer', offer: 'takeback' })).toMatchObject(refused('nothing-to-take-back'));
    const four = fourSeats();
    four.ask(ann, move(1, 'c1', 'c2'));
    four.ask(dan, { type: 'resign' });
    expect(four.ask(ann, { type: 'offer', offer: 'takeback' })).toMatchObject(refused('nothing-to-take-back'));
  });

  test('a pause stops the clock and the play, and ends by consent or automatically', () => {
    const table = gameInProgress();
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
    const table = gameInProgress();
    table.ask(ann, { type: 'give-time' });
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 303_000, north: 318_000 });
    expect(twoSeats(settings({ time: null })).ask(ann, { type: 'give-time' })).toMatchObject(refused('no-clock'));
  });

  test('a rematch needs the consent of all players after the end', () => {
    const table = gameInProgress();
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

  test('players who were all present can have a rematch of a game closed before its first move', () => {
    const table = twoSeats();
    table.ask(ann, { type: 'abort' });
    expect(table.state.status).toBe('closed');
    expect(table.ask(ben, { type: 'offer', offer: 'draw' })).toMatchObject(refused('table-closed'));
    expect(table.ask(ben, { type: 'resign' })).toMatchObject(refused('table-closed'));
    table.ask(ben, { type: 'offer', offer: 'rematch' });
    table.ask(ann, { type: 'offer', offer: 'rematch' });
    expect(table.state).toMatchObject({ status: 'closed', next: NEXT });
  });
});
