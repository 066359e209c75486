import { currentPosition, sideOf } from '@terrace/game';
import {
  type GameId,
  type LoggedEvent,
  type Offer,
  PlayerProfile,
  type Settings,
  type Strength,
} from '@terrace/protocol';
import { legalMoves, type Side, squareName } from '@terrace/rules';
import { guestAt } from '@terrace/testing/client';
import { playWith, readGame } from '@terrace/testing/play';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { strengthsAt } from '../testing/seats.ts';

/** Computers pause for a tenth of the usual time. */
const app = useTestApp({ speed: 10 });

const FIVE_MINUTES: Settings['time'] = { kind: 'clock', initialMs: 300_000, incrementMs: 0 };

const has =
  (type: LoggedEvent['event']['type'], offer?: Offer) =>
  (events: readonly LoggedEvent[]): boolean =>
    events.some(
      ({ event }) => event.type === type && (offer === undefined || ('offer' in event && event.offer === offer)),
    );

const movesIn = (events: readonly LoggedEvent[]): number => events.filter(({ event }) => event.type === 'moved').length;

async function begin(change: Partial<Settings>, strength: Strength, sides: readonly Side[]) {
  const person = await guestAt(app.url);
  const computers = sides.map((side) => ({ side, strength }));
  const id = await person.create({ setup: 'short6', time: FIVE_MINUTES, ...change }, 'south', { computers });
  await playWith(person, id, ({ status }) => status === 'live');
  return { person, id };
}

const duel = (change: Partial<Settings> = {}, strength: Strength = 1) => begin(change, strength, ['north']);
const amongThree = (change: Partial<Settings>) => begin(change, 1, ['west', 'north', 'east']);

describe('a complete game', () => {
  test('against a computer ends, and the computer does not run out of time', { timeout: 60_000 }, async () => {
    const { person, id } = await duel();
    const { result, seats } = await playWith(person, id);
    expect(strengthsAt(seats)).toEqual([undefined, 1]);
    expect(result).not.toBeNull();
    expect([result?.by, result?.winner]).not.toEqual(['time', 'south']);
  });

  test('without a clock and in correspondence continues as well', async () => {
    for (const time of [null, { kind: 'days', perMoveMs: 86_400_000 } as const]) {
      const { person, id } = await duel({ time });
      await playWith(person, id, (state) => currentPosition(state).ply >= 4);
    }
  });
});

test('a table with computers invited by name starts, also through text commands', async () => {
  const person = await guestAt(app.url);
  const reserved = [{ side: 'north', name: 'Computer 2' } as const];
  const id = await person.create({ setup: 'short6' }, 'south', { reserved });
  const state = await playWith(person, id, ({ status }) => status === 'live');
  expect(strengthsAt(state.seats)).toEqual([undefined, 2]);

  const line = `challenge ${person.player.name} computer-1 computer-1 computer-8`;
  const headers = { 'content-type': 'text/plain', cookie: person.cookie };
  const answer = await fetch(`${app.url}/api/command`, { method: 'POST', body: line, headers });
  const four = /Game (\w{12})/.exec(await answer.text())?.[1] as GameId;
  await expect.poll(async () => (await readGame(app.url, four)).status).toBe('live');
  expect(strengthsAt((await readGame(app.url, four)).seats)).toEqual([undefined, 1, 1, 8]);
});

describe('replies of computers to offers', () => {
  test('a computer accepts a takeback', async () => {
    const { person, id } = await duel();
    await playWith(person, id, (state) => currentPosition(state).ply >= 3);
    expect(await person.command(id, { type: 'offer', offer: 'takeback' })).toMatchObject({ ok: true });
    await person.waitForEvents(id, has('undone'));
    const state = await readGame(app.url, id);
    expect(currentPosition(state)).toMatchObject({ ply: 1, turn: 'south' });
    await playWith(person, id, (later) => currentPosition(later).ply >= 3);
  });

  test('a computer accepts a pause and its end, and does not move in between', async () => {
    const { person, id } = await duel();
    await playWith(person, id, (state) => currentPosition(state).ply >= 3);
    await person.command(id, { type: 'offer', offer: 'pause' });
    await person.waitForEvents(id, has('paused'));
    await person.command(id, { type: 'offer', offer: 'resume' });
    await person.waitForEvents(id, has('resumed'));
    await playWith(person, id, (state) => currentPosition(state).ply >= 5);
  });

  test('a computer declines a draw at the start, and accepts one when it is losing', async () => {
    const { person, id } = await duel();
    await playWith(person, id, () => true);
    await person.command(id, { type: 'offer', offer: 'draw' });
    await person.waitForEvents(id, has('refused', 'draw'));

    const lost = await duel({ setup: 'custom', position: '7T/8/8/3dd3/3dd3/8/8/t7 s sn 0 1' });
    await playWith(lost.person, lost.id, () => true);
    await lost.person.command(lost.id, { type: 'offer', offer: 'draw' });
    await lost.person.waitForEvents(lost.id, has('ended'));
    expect((await readGame(app.url, lost.id)).result?.by).toBe('agreement');
  });

  test('a computer answers a draw offer before it moves', async () => {
    const { person, id } = await duel();
    const position = currentPosition(await readGame(app.url, id));
    const [move] = legalMoves(position);
    if (move === undefined) throw new Error('there is no move');
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    // Sent together: on a busy machine, the computer would move before an offer that waits for the reply to the move.
    await Promise.all([
      person.command(id, { type: 'move', ply: 1, from, to }),
      person.command(id, { type: 'offer', offer: 'draw' }),
    ]);
    await person.waitForEvents(id, has('refused', 'draw'));
    expect(movesIn(person.eventsOf(id))).toBe(1);
  });

  test("all computers of four seats answer, on any side's turn", async () => {
    const { person, id } = await amongThree({ setup: 'four6' });
    await person.command(id, { type: 'offer', offer: 'draw' });
    await person.waitForEvents(id, has('refused', 'draw'));
    await playWith(person, id, (state) => currentPosition(state).turn === 'west');
    await person.command(id, { type: 'offer', offer: 'takeback' });
    await person.waitForEvents(id, has('undone'));
    expect(currentPosition(await readGame(app.url, id))).toMatchObject({ ply: 1, turn: 'south' });

    const lost = await amongThree({ setup: 'custom', position: "T'6t'/8/8/3dd3/3dd3/8/8/t6T s swne 0 1" });
    await lost.person.command(lost.id, { type: 'offer', offer: 'draw' });
    await lost.person.waitForEvents(lost.id, has('ended'));
    expect((await readGame(app.url, lost.id)).result?.by).toBe('agreement');
    expect(movesIn(lost.person.eventsOf(lost.id))).toBe(0);
  });

  test('a computer plays a rematch, with the seats rotated', async () => {
    const { person, id } = await duel();
    await person.command(id, { type: 'resign' });
    await person.command(id, { type: 'offer', offer: 'rematch' });
    await expect.poll(async () => (await readGame(app.url, id)).next).not.toBeNull();
    const { next } = await readGame(app.url, id);
    if (next === null) throw new Error('there is no rematch');
    const again = await playWith(person, next, (state) => currentPosition(state).ply >= 2);
    expect(strengthsAt(again.seats)).toEqual([1, undefined]);
  });
});

test('a computer replaces a leaver where the table allows it, and the leaver has lost', {
  timeout: 60_000,
}, async () => {
  const [host, guest] = [await guestAt(app.url), await guestAt(app.url)];
  const id = await host.create({ setup: 'three6', time: FIVE_MINUTES, substitute: 4 }, 'south', {
    computers: [{ side: 'east', strength: 1 }],
  });
  await guest.command(id, { type: 'sit', side: 'north' });
  await playWith(host, id, ({ status }) => status === 'live');
  await guest.command(id, { type: 'resign' });
  const state = await playWith(host, id);
  expect(strengthsAt(state.seats)).toEqual([undefined, 4, 1]);
  expect(state.seats[1]?.leaver).toEqual(guest.player);
  expect(sideOf(state, guest.player.id)).toBeUndefined();

  await expect.poll(() => scoreOf(guest.player.name)).toMatchObject({ games: 1, lost: 1 });
  const found = await (await fetch(`${app.url}/api/players/${guest.player.name}/games?result=lost`)).json();
  expect(found).toMatchObject({ games: [{ id, seats: [{}, { leaver: guest.player }, {}] }] });
});

test('computers agree on a draw when all people are out and the game has no spectators', {
  timeout: 60_000,
}, async () => {
  const person = await guestAt(app.url);
  const computers = [
    { side: 'north', strength: 1 },
    { side: 'east', strength: 2 },
  ] as const;
  const id = await person.create({ setup: 'three6', time: null }, 'south', { computers: [...computers] });
  await expect.poll(async () => (await readGame(app.url, id)).status).toBe('live');
  await person.command(id, { type: 'resign' });
  await expect
    .poll(async () => (await readGame(app.url, id)).result)
    .toEqual({
      winner: null,
      by: 'agreement',
      places: [['north', 'east'], ['south']],
    });
  expect(await scoreOf(person.player.name)).toMatchObject({ games: 1, drawn: 0, lost: 1 });
});

test('a computer has a profile, ratings and results, and people have separate results against it', async () => {
  const { person, id } = await duel({}, 3);
  await playWith(person, id, (state) => currentPosition(state).ply >= 3); // a game left in the first round does not count
  await person.commandOrThrow(id, { type: 'resign' });
  await expect.poll(() => scoreOf(person.player.name)).toMatchObject({ games: 1, lost: 1 });
  const mine = await profileOf(person.player.name);
  expect(mine).toMatchObject({
    results: [],
    computers: [{ strength: 3, score: { games: 1, won: 0, drawn: 0, lost: 1 } }],
  });
  const its = await profileOf('Computer 3');
  expect(its).toMatchObject({ player: { name: 'Computer 3' }, guest: false, againstMe: null });
  expect(its.ratings).toHaveLength(7);
  expect(its.results.some(({ score }) => score.won > 0)).toBe(true);
  const against = encodeURIComponent('computer-3');
  const found = await fetch(`${app.url}/api/players/${person.player.name}/games?opponent=${against}&result=lost`);
  expect(await found.json()).toMatchObject({ games: [{ id }] });
});

const profileOf = async (name: string): Promise<PlayerProfile> =>
  PlayerProfile.parse(await (await fetch(`${app.url}/api/players/${encodeURIComponent(name)}`)).json());

const scoreOf = async (name: string): Promise<unknown> => (await profileOf(name)).computers[0]?.score;
