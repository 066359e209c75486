import { type Command, DAY_MS, DEFAULT_SETTINGS } from '@terrace/protocol';
import { becomeGuest, connect, guestAt, newCommandId } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { useAppBehindProxy } from '../testing/app.ts';
import { player, useGames } from '../testing/games.ts';
import { createGameService } from './service.ts';

const games = useGames();

const app = useAppBehindProxy();

test('a move that was saved without an answer from Postgres is broadcast to its sender and all subscribers', {
  timeout: 30_000,
}, async () => {
  const [{ cookie }, north, watcher] = await Promise.all([becomeGuest(app.url), guestAt(app.url), guestAt(app.url)]);
  const south = await connect(app.url, cookie, {}, { eventsInAnswers: true });
  const gameId = await south.create({ setup: 'long', time: null }, 'south');
  await north.command(gameId, { type: 'sit', side: null });
  for (const one of [south, north, watcher]) await one.request('game:watch', { gameId, after: 0 });

  app.proxy.withhold();
  const move: Command = { type: 'move', ply: 1, from: 'd2', to: 'd3' };
  const id = newCommandId();
  expect(await south.command(gameId, move, id)).toMatchObject({ ok: false, refusal: { code: 'not-saved' } });
  app.proxy.release();

  const isMoved = (events: readonly { event: { type: string } }[]) => events.at(-1)?.event.type === 'moved';
  await Promise.all([south, north, watcher].map((client) => client.waitForEvents(gameId, isMoved)));
  await expect.poll(() => south.command(gameId, move, id)).toEqual({ ok: true, value: { seq: 5, events: [] } });
  for (const client of [south, watcher]) expect(client.eventsOf(gameId).map(({ seq }) => seq)).toEqual([5]);
});

test('a throwing listener is reported, and the other listeners receive the event', async () => {
  const errors: unknown[] = [];
  const received: number[] = [];
  const service = createGameService({
    store: games.store,
    checkEligibility: async () => undefined,
    now: games.time.now,
    reportError: (error) => errors.push(error),
  });
  const fault = new Error('a listener broke');
  service.onCommitted(() => {
    throw fault;
  });
  service.onCommitted(({ events }) => received.push(...events.map(({ seq }) => seq)));
  const [ann, ben] = [player('ann-of-feeds'), player('ben-of-feeds')];
  const id = await games.play({ seats: [ann, ben], moves: 2, time: null });
  const late = {
    gameId: id,
    by: ann,
    command: { type: 'offer', offer: 'rematch' },
    arrivedAt: games.time.now(),
  } as const;
  const done = await service.command(late);
  expect(done.ok && received).toEqual([done.ok && done.value.seq]);
  expect(errors).toEqual([fault]);
  await service.close();
});

/** A service on the same store, as of another node. */
const anotherService = () =>
  createGameService({
    store: games.store,
    checkEligibility: async () => undefined,
    now: games.time.now,
    reportError: (error) => {
      throw error;
    },
  });

test('events appended by another service are published in order by the first query or lost race that reads them', async () => {
  const here = anotherService();
  const received: number[] = [];
  here.onCommitted(({ events }) => received.push(...events.map(({ seq }) => seq)));
  const [ann, ben] = [player('ann-elsewhere'), player('ben-elsewhere')];
  const id = await games.play({ seats: [ann, ben], moves: 2, time: null, resign: [ann] });
  const knownSeq = (await here.state(id))?.seq ?? 0;
  expect(received).toEqual([]);
  const ask = (service: typeof here, by: typeof ann) =>
    service.command({ gameId: id, by, command: { type: 'offer', offer: 'rematch' }, arrivedAt: games.time.now() });

  expect(await ask(games.service, ann)).toMatchObject({ ok: true });
  await Promise.all([here.eventsAfter(id, knownSeq), here.state(id), here.state(id)]);
  await expect.poll(() => received).toEqual([knownSeq + 1]);

  await games.service.command({
    gameId: id,
    by: ann,
    command: { type: 'refuse', offer: 'rematch', seq: knownSeq + 1 },
    arrivedAt: games.time.now(),
  });
  expect(await ask(here, ann)).toMatchObject({ ok: true });
  expect(received).toEqual([knownSeq + 1, knownSeq + 2, knownSeq + 3]);
  await here.close();
});

test('a command that would change nothing in an old state is decided on what another service has appended', async () => {
  const here = anotherService();
  const [ann, ben] = [player('ann-on-leave'), player('ben-at-home')];
  const settings = { ...DEFAULT_SETTINGS, time: { kind: 'days', perMoveMs: DAY_MS } } as const;
  const table = { host: ann, commandId: newCommandId(), settings, side: 'south', reservations: [] } as const;
  const opened = await games.service.createTable(table);
  if (!opened.ok) throw new Error(opened.error.code);
  const { gameId: id } = opened.value;
  expect((await here.state(id))?.status).toBe('open');
  const at = games.time.now();
  await games.service.command({ gameId: id, by: ben, command: { type: 'sit', side: 'north' }, arrivedAt: at });
  const command = { type: 'vacation', player: ann.id, since: at, until: at + DAY_MS } as const;
  expect(await here.command({ gameId: id, by: null, command, arrivedAt: at })).toMatchObject({
    ok: true,
    value: { events: [{ event: { type: 'vacation-began' } }] },
  });
  await here.close();
});

test('a game that cannot be read is reported, and events of other games are still published', async () => {
  const [first, second] = await Promise.all([
    games.play({ seats: [player('ann-caught-up'), player('ben-caught-up')], moves: 2, time: null }),
    games.play({ seats: [player('cat-caught-up'), player('dan-caught-up')], moves: 2, time: null }),
  ]);
  const fault = new Error('the log is broken');
  const errors: unknown[] = [];
  const here = createGameService({
    store: {
      ...games.store,
      readLog: async (gameId, ...range) => {
        if (gameId === first) throw fault;
        return games.store.readLog(gameId, ...range);
      },
    },
    checkEligibility: async () => undefined,
    now: games.time.now,
    reportError: (error) => errors.push(error),
  });
  const received: string[] = [];
  here.onCommitted(({ gameId }) => received.push(gameId));

  const seqs = await here.catchUp(
    new Map([
      [first, 1],
      [second, 1],
    ]),
  );
  expect([...seqs.keys()]).toEqual([second]);
  expect(received).toEqual([second]);
  expect(errors).toEqual([fault]);
  await here.close();
});
