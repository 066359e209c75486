import { readFile } from 'node:fs/promises';
import { createEngine, type Engine, judgeEnd, judgeLine, searchedGame } from '@terrace/engine';
import { CommandId, DAY_MS, GameId, type Player } from '@terrace/protocol';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { localLimits } from '../limits/rate-limit.ts';
import { createReviewStore } from '../store/reviews.ts';
import { type Plan, player, reportError, useGames } from '../testing/games.ts';
import { MAX_REVIEWS_A_DAY } from './limits.ts';
import { createFindOngoingRatedGame } from './ongoing-rated-game.ts';
import { createReviewQueue, type JudgeMoment } from './review-queue.ts';
import { createReviews, type Reviews } from './reviews.ts';

const [ann, ben, cleo] = [player('ann'), player('ben'), player('cleo')];

/** The reviews of a server that also makes them. */
type Node = Reviews & { start(): void; close(): Promise<void> };

const games = useGames();
let engine: Engine;
let reviews: Node;
let onJudged: () => void = () => undefined;
const opened: Node[] = [];

beforeAll(async () => {
  const core = new URL(import.meta.resolve('@terrace/engine/core.wasm'));
  engine = createEngine(await WebAssembly.compile(await readFile(core)));
});
beforeEach(async () => {
  await games.prisma.game.deleteMany();
  onJudged = () => undefined;
  reviews = open();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

/** The real engine without a worker, with few nodes. */
const judge: JudgeMoment = async (moment, _nodes, signal) => {
  signal.throwIfAborted();
  onJudged();
  const game = searchedGame(moment);
  const [line] = engine.search(game, { nodes: 2_000 }).lines;
  const judgement = judgeEnd(moment) ?? (line && judgeLine(engine, game, line));
  if (judgement === undefined) throw new Error('a game that goes on has a best line');
  return judgement;
};

function open(judgeWith: JudgeMoment = judge, onReport: (error: unknown) => void = reportError): Node {
  const { scheduler } = games.time;
  const store = createReviewStore(games.prisma);
  const queue = createReviewQueue({
    store,
    state: games.service.state,
    judge: judgeWith,
    scheduler,
    reportError: onReport,
  });
  const reviews = createReviews({
    store,
    service: games.service,
    findOngoingRatedGame: createFindOngoingRatedGame(games.store),
    onAsked: queue.request,
    createLimit: localLimits,
    now: scheduler.now,
  });
  const created = { ...reviews, start: queue.request, close: queue.close };
  opened.push(created);
  return created;
}

const over = (plan: Partial<Plan> = {}) => games.play({ seats: [ann, ben], moves: 6, resign: [ben], ...plan });
const ask = (gameId: GameId, by: Player = ann, from = reviews) => from.ask({ gameId, by, address: `of ${by.id}` });
const statusOf = async (gameId: GameId, from = reviews) => {
  const found = await from.state(gameId);
  return found.ok ? found.value.status : found.error.code;
};
const done = (gameId: GameId, from = reviews) => expect.poll(() => statusOf(gameId, from)).toBe('done');

test('a requested review has a point for each moment and a class for each move, and is stored', async () => {
  const id = await over();
  expect(await statusOf(id)).toBe('none');
  const asked = await ask(id);
  expect(asked.ok).toBe(true);
  await done(id);

  const state = await reviews.state(id);
  const review = state.ok && state.value.status === 'done' ? state.value.review : undefined;
  expect(review?.points).toHaveLength(8); // the start, six moves, and North's resignation
  expect(review?.moves.map(({ moment, side }) => `${moment} ${side}`)).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => `${n} ${n % 2 === 0 ? 'south' : 'north'}`),
  );
  expect(review?.points.at(-1)).toEqual({
    chances: [
      { side: 'south', chance: 1000 },
      { side: 'north', chance: 0 },
    ],
    proved: null,
    line: [],
  });
  expect(review?.accuracy.map(({ side }) => side)).toEqual(['south', 'north']);

  let judged = 0;
  onJudged = () => {
    judged += 1;
  };
  expect((await ask(id, cleo)).ok).toBe(true);
  expect(await open().state(id)).toEqual(state);
  expect(judged).toBe(0);
});

test('three and four seats have a chance each', async () => {
  const id = await games.play({ setup: 'three', seats: [ann, ben, cleo], moves: 6, resign: [cleo, ben] });
  await ask(id);
  await done(id);
  const state = await reviews.state(id);
  const review = state.ok && state.value.status === 'done' ? state.value.review : undefined;
  for (const { chances } of review?.points ?? []) {
    expect(chances.map(({ side }) => side)).toEqual(['south', 'north', 'east']);
    const sum = chances.reduce((all, { chance }) => all + chance, 0);
    expect(Math.abs(sum - 1000)).toBeLessThan(3);
  }
});

test('after a node is killed, another node continues its review without repeating moments', async () => {
  const id = await over({ moves: 10 });
  let judged = 0;
  onJudged = () => {
    judged += 1;
    games.time.jump(2_000); // so that every point is saved
  };
  // This node dies during the fifth moment: its promise never settles.
  const dying = open(async (moment, nodes, signal) =>
    judged < 4 ? judge(moment, nodes, signal) : new Promise(() => undefined),
  );
  await ask(id, ann, dying);
  await expect.poll(() => judged).toBe(4);
  await expect.poll(async () => JSON.stringify(await reviews.state(id))).toContain('"done":4');
  opened.splice(0);

  games.time.jump(1_000);
  const other = open();
  opened.push(reviews);
  other.start();
  await expect.poll(() => statusOf(id, other)).toBe('running'); // the first node might still be alive
  // Repeated, because the other node's first sweep may still be in progress.
  await expect.poll(games.time.advancing(20_000, () => statusOf(id, other))).toBe('done');
  expect(judged).toBe(12);
});

test('a review at which three processes have ended fails, so that it ends no other', async () => {
  const id = await over();
  const reported: unknown[] = [];
  let begun = 0;
  const dying = () =>
    open(
      async () => {
        begun += 1;
        return new Promise(() => undefined);
      },
      (error) => reported.push(error),
    );
  await ask(id, ann, dying());
  for (let lost = 1; lost <= 3; lost += 1) {
    await expect.poll(() => begun).toBe(lost);
    opened.splice(0);
    games.time.jump(20_000); // the lease of a process that has ended
    dying().start();
  }
  await expect.poll(() => statusOf(id)).toBe('failed');
  expect(String(reported)).toMatch(/3 processes have ended/);
  opened.splice(0);
  opened.push(reviews);
});

test('a server that stops during a review returns it to the queue, and continues it after its restart', async () => {
  const id = await over({ moves: 10 });
  let judged = 0;
  const stopping = open(async (moment, nodes, signal) => {
    judged += 1;
    if (judged === 3) return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    return judge(moment, nodes, signal);
  });
  await ask(id, ann, stopping);
  await expect.poll(() => judged).toBe(3);
  await stopping.close();
  const next = open();
  next.start();
  await done(id, next);
});

test('a failed review is reported, and can be requested again', async () => {
  const reported: unknown[] = [];
  const broken = open(
    async () => {
      throw new Error('the engine broke');
    },
    (error) => reported.push(error),
  );
  const id = await over();
  await ask(id, ann, broken);
  await expect.poll(() => statusOf(id)).toBe('failed');
  expect(reported).toHaveLength(1);
  await ask(id);
  await done(id);
});

test("only finished games with moves that are public or one's own can be reviewed", async () => {
  const refusalOf = async (gameId: GameId, by = ann) => {
    const asked = await ask(gameId, by);
    return asked.ok ? undefined : asked.error.code;
  };
  expect(await refusalOf(GameId.parse('AbCdEfGhIjKl'))).toBe('no-such-game');
  const unfinished = await games.service.createTable({
    host: ann,
    commandId: CommandId.parse('a-table-only'),
    settings: (await games.service.state(await over()))?.settings ?? never(),
    side: 'south',
    reservations: [],
  });
  expect(unfinished.ok && (await refusalOf(unfinished.value.gameId))).toBe('not-over');
  expect(await refusalOf(await over({ moves: 0 }))).toBe('nothing-to-review');
  const private_ = await over({ seen: 'link' });
  expect(await refusalOf(private_, cleo)).toBe('not-seated');
  expect(await refusalOf(private_, ben)).toBeUndefined();
  expect(await refusalOf(await over(), cleo)).toBeUndefined();
});

test('a player in a rated game gets no review until the game is over', async () => {
  const id = await over();
  const time = { kind: 'clock', initialMs: 300_000, incrementMs: 0 } as const;
  const rated = await games.service.createGame({
    commandId: CommandId.parse('a-rated-game'),
    settings: { ...((await games.service.state(id))?.settings ?? never()), rated: true, time },
    seating: [
      { side: 'south', player: ann },
      { side: 'north', player: ben },
    ],
  });
  if (!rated.ok) throw new Error(rated.error.code);
  expect(await ask(id)).toEqual({ ok: false, error: { code: 'playing-rated', gameId: rated.value } });
  expect((await ask(id, cleo)).ok).toBe(true);
  await games.service.command({
    gameId: rated.value,
    by: ben,
    commandId: CommandId.parse('and-it-ends'),
    command: { type: 'resign' },
    arrivedAt: games.time.now(),
  });
  expect((await ask(id)).ok).toBe(true);
});

test('requests per day are limited, and existing reviews do not count', async () => {
  const ids: GameId[] = [];
  for (let n = 0; n <= MAX_REVIEWS_A_DAY; n += 1) ids.push(await over({ moves: 2 }));
  const answers = [];
  for (const id of ids) answers.push(await ask(id));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(MAX_REVIEWS_A_DAY);
  const [first, last] = [ids[0], ids.at(-1)];
  expect(last && (await ask(last))).toMatchObject({ error: { code: 'too-many-reviews', most: MAX_REVIEWS_A_DAY } });
  const refused = answers.at(-1);
  expect(refused?.ok === false && 'retryMs' in refused.error && refused.error.retryMs).toBeGreaterThan(DAY_MS / 2);
  expect(first && (await ask(first)).ok).toBe(true);
  expect(last && (await ask(last, ben)).ok).toBe(true);
});

function never(): never {
  throw new Error('the game is not there');
}
