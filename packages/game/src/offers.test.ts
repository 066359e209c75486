import { Offer } from '@terrace/protocol';
import { describe, expect, test } from 'vitest';
import { rematchEvents } from './rematch.ts';
import { currentPosition } from './state.ts';
import { ann, ben, cleo, dan, fourSeats, gameInProgress, move, refused, twoSeats } from './testing/people.ts';
import { NEXT, settings, type Table } from './testing/table.ts';

function agree(table: Table, offer: Offer): void {
  for (const who of [ann, ben]) table.send(who, { type: 'offer', offer });
}

describe('offers', () => {
  test('a draw needs the consent of all sides in play', () => {
    const table = fourSeats();
    table.send(dan, { type: 'resign' });
    table.send(ann, { type: 'offer', offer: 'draw' });
    table.send(ben, { type: 'offer', offer: 'draw' });
    expect(table.state.status).toBe('live');
    expect(table.send(dan, { type: 'offer', offer: 'draw' })).toMatchObject(refused('out-of-play'));
    table.send(cleo, { type: 'offer', offer: 'draw' });
    expect(table.state.result).toEqual({
      winner: null,
      by: 'agreement',
      places: [['south', 'west', 'north'], ['east']],
    });
  });

  test("a side's move declines another side's offer", () => {
    const table = twoSeats();
    table.send(ben, { type: 'offer', offer: 'draw' });
    const { seq } = table.state;
    table.send(ann, move(1, 'd2', 'd3'));
    expect(table.send(ann, { type: 'refuse', offer: 'draw', seq })).toMatchObject(refused('offer-gone'));
  });

  test.each(['draw', 'pause'] as const)('an offer of a %s stays open after the own move, until the next', (offer) => {
    const table = gameInProgress();
    table.send(ann, { type: 'offer', offer });
    table.send(ann, move(3, 'd3', 'd2'));
    expect(table.state.offers[offer]).toMatchObject({ by: 'south' });
    table.send(ben, move(4, 'e6', 'e7'));
    expect(table.state.offers).toEqual({});
    const answered = gameInProgress();
    answered.send(ann, { type: 'offer', offer });
    answered.send(ann, move(3, 'd3', 'd2'));
    expect(answered.answer(ben, 'accept', offer)).toMatchObject({ ok: true });
  });

  test.each(['draw', 'pause'] as const)('a planned move leaves an offer of a %s open for its owner', (offer) => {
    const table = gameInProgress();
    table.send(ann, { type: 'offer', offer });
    table.send(ann, move(3, 'd3', 'd2'));
    table.send(ben, { ...move(4, 'e6', 'e7'), planned: true });
    expect(table.state.offers[offer]).toMatchObject({ by: 'south', agreed: ['south'] });
    expect(table.answer(ben, 'accept', offer)).toMatchObject({ ok: true });
  });

  test.each(['draw', 'pause'] as const)('a second planned move declines an offer of a %s', (offer) => {
    const table = gameInProgress();
    table.send(ann, { type: 'offer', offer });
    table.send(ann, move(3, 'd3', 'd2'));
    table.send(ben, { ...move(4, 'e6', 'e7'), planned: true });
    table.send(ann, move(5, 'd2', 'd3'));
    table.send(ben, { ...move(6, 'e7', 'e6'), planned: true });
    expect(table.state.offers).toEqual({});
  });

  test('a request to take back ends with the own move, because it would take back that move', () => {
    const table = gameInProgress();
    table.send(ann, { type: 'offer', offer: 'takeback' });
    table.send(ann, move(3, 'd3', 'd2'));
    expect(table.state.offers).toEqual({});
  });

  test.each(Offer.options)('an answer to a withdrawn offer of a %s is refused and makes no offer', (offer) => {
    const table = gameInProgress();
    if (offer === 'resume') agree(table, 'pause');
    if (offer === 'rematch') table.send(ann, { type: 'resign' });
    table.send(ann, { type: 'offer', offer });
    const seq = table.state.seq;
    table.send(ann, { type: 'refuse', offer, seq });
    for (const type of ['accept', 'refuse'] as const)
      expect(table.send(ben, { type, offer, seq })).toMatchObject(refused('offer-gone'));
    expect(table.state.offers).toEqual({});
  });

  test('an answer names one offer, so that it does not answer a later one of the same kind', () => {
    const table = gameInProgress();
    agree(table, 'pause');
    table.send(ann, { type: 'offer', offer: 'resume' });
    const first = table.state.seq;
    table.send(ann, { type: 'refuse', offer: 'resume', seq: first });
    table.send(ann, { type: 'offer', offer: 'resume' });
    expect(table.send(ben, { type: 'accept', offer: 'resume', seq: first })).toMatchObject(refused('offer-gone'));
    expect(table.send(ben, { type: 'refuse', offer: 'resume', seq: first })).toMatchObject(refused('offer-gone'));
    expect(table.state.pausedUntil).not.toBeNull();
    expect(table.answer(ben, 'accept', 'resume')).toMatchObject({ ok: true });
    expect(table.state.pausedUntil).toBeNull();
  });

  test('two sides that offer the same at once agree, except to takebacks of different moves', () => {
    const table = gameInProgress();
    table.send(ann, { type: 'offer', offer: 'takeback' });
    expect(table.send(ben, { type: 'offer', offer: 'takeback' })).toMatchObject(refused('takeback-asked'));
    table.send(ann, { type: 'offer', offer: 'draw' });
    table.send(ben, { type: 'offer', offer: 'draw' });
    expect(table.state.result?.by).toBe('agreement');
  });

  test('the maker of an offer cannot accept it', () => {
    const table = gameInProgress();
    table.send(ann, { type: 'offer', offer: 'draw' });
    expect(table.answer(ann, 'accept', 'draw')).toMatchObject(refused('already-offered'));
  });

  test('a failed offer cannot be repeated at once', () => {
    const table = gameInProgress();
    table.send(ann, { type: 'offer', offer: 'draw' });
    expect(table.send(ann, { type: 'offer', offer: 'draw' })).toMatchObject(refused('already-offered'));
    table.answer(ben, 'refuse', 'draw');
    expect(table.send(ann, { type: 'offer', offer: 'draw' })).toMatchObject({
      error: { code: 'offered-lately', plies: 4 },
    });
    for (const [who, ply, from, to] of [
      [ann, 3, 'd3', 'd2'],
      [ben, 4, 'e6', 'e7'],
      [ann, 5, 'e2', 'e3'],
      [ben, 6, 'd7', 'd6'],
    ] as const) {
      expect(table.send(who, move(ply, from, to))).toMatchObject({ ok: true });
    }
    expect(table.send(ann, { type: 'offer', offer: 'draw' })).toMatchObject({ ok: true });
  });

  test('a takeback returns to before the sender’s last move, and the log keeps the undone moves', () => {
    const table = gameInProgress();
    table.now += 7_000;
    table.send(ann, { type: 'offer', offer: 'takeback' });
    table.answer(ben, 'accept', 'takeback');
    expect(currentPosition(table.state)).toMatchObject({ ply: 1, turn: 'south' });
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 303_000 - 7_000, north: 303_000 });
    expect(table.log.filter(({ event }) => event.type === 'moved')).toHaveLength(2);
    expect(table.send(ann, move(1, 'e2', 'e3'))).toMatchObject({ ok: true });
  });

  test('neither missing moves nor departures can be taken back', () => {
    const table = twoSeats();
    expect(table.send(ann, { type: 'offer', offer: 'takeback' })).toMatchObject(refused('nothing-to-take-back'));
    const four = fourSeats();
    four.send(ann, move(1, 'c1', 'c2'));
    four.send(dan, { type: 'resign' });
    expect(four.send(ann, { type: 'offer', offer: 'takeback' })).toMatchObject(refused('nothing-to-take-back'));
  });

  test('a pause stops the clock and the play, and ends by consent or automatically', () => {
    const table = gameInProgress();
    table.now += 1_000;
    table.send(ann, { type: 'offer', offer: 'pause' });
    table.send(ben, { type: 'offer', offer: 'pause' });
    table.now += 300_000;
    expect(table.send(ann, move(3, 'e2', 'e3'))).toMatchObject(refused('paused'));
    table.send(ben, { type: 'offer', offer: 'resume' });
    table.send(ann, { type: 'offer', offer: 'resume' });
    table.now += 2_000;
    expect(table.send(ann, move(3, 'e2', 'e3'))).toMatchObject({ ok: true });
    expect(table.state.clock?.remainingMs.south).toBe(303_000 - 3_000 + 3_000);

    table.now += 60_000;
    expect(table.send(ben, { type: 'offer', offer: 'resume' })).toMatchObject(refused('not-paused'));
    table.send(ben, { type: 'offer', offer: 'pause' });
    table.send(ann, { type: 'offer', offer: 'pause' });
    table.now += 600_000;
    expect(table.send(null, { type: 'flag' })).toMatchObject({ ok: true, value: [{ type: 'resumed' }] });
    expect(table.state.clock?.remainingMs.north).toBe(303_000 - 60_000);
  });

  test('time can be given to the others', () => {
    const table = gameInProgress();
    table.send(ann, { type: 'give-time' });
    expect(table.state.clock?.remainingMs).toMatchObject({ south: 303_000, north: 318_000 });
    expect(twoSeats(settings({ time: null })).send(ann, { type: 'give-time' })).toMatchObject(refused('no-clock'));
  });

  test('a rematch needs the consent of all players after the end', () => {
    const table = gameInProgress();
    expect(table.send(ann, { type: 'offer', offer: 'rematch' })).toMatchObject(refused('not-over'));
    table.send(ann, { type: 'resign' });
    table.send(ann, { type: 'offer', offer: 'rematch' });
    expect(table.send(cleo, { type: 'offer', offer: 'rematch' })).toMatchObject(refused('not-seated'));
    table.send(ben, { type: 'offer', offer: 'rematch' });
    expect(table.state.next).toBe(NEXT);
    expect(rematchEvents(table.state)).toMatchObject({
      ok: true,
      value: [
        { type: 'created', host: ann },
        { type: 'seated', side: 'south', player: ben },
        { type: 'seated', side: 'north', player: ann },
        { type: 'started' },
      ],
    });
    expect(table.send(ann, { type: 'offer', offer: 'rematch' })).toMatchObject(refused('rematched'));
  });

  test('players who were all present can have a rematch of a game closed before its first move', () => {
    const table = twoSeats();
    table.send(ann, { type: 'abort' });
    expect(table.state.status).toBe('closed');
    expect(table.send(ben, { type: 'offer', offer: 'draw' })).toMatchObject(refused('table-closed'));
    expect(table.send(ben, { type: 'resign' })).toMatchObject(refused('table-closed'));
    table.send(ben, { type: 'offer', offer: 'rematch' });
    table.send(ann, { type: 'offer', offer: 'rematch' });
    expect(table.state).toMatchObject({ status: 'closed', next: NEXT });
  });
});
