import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { currentPosition, fold } from '@terrace/game';
import { type ChatMessage, type CommandId, GameId, type LoggedEvent } from '@terrace/protocol';
import { type Client, connect, guestAt, newCommandId } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { memberAt, PASSWORD, request } from '@terrace/testing/members';
import { playWith } from '@terrace/testing/play';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase, freshDatabase } from '../../../../tools/testing/database.ts';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { rebuildSummaries } from '../archive/rebuild.ts';
import { openDatabase } from '../store/client.ts';
import { createGameStore } from '../store/games.ts';
import { restoreBackup } from '../store/restore.ts';
import { withSnapshot } from '../store/snapshot.ts';
import { createSummaryStore } from '../store/summaries.ts';
import { contents, query, structure } from '../store/testing/compare.ts';
import { startTestApp } from '../testing/app.ts';
import { writeBackup } from './write.ts';

type Person = Awaited<ReturnType<typeof guestAt>>;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

test('a backup taken during play has every acknowledged command from before it began, and a server can resume from it', {
  timeout: 90_000,
}, async () => {
  const [played, restored] = await Promise.all([freshDatabase(), emptyDatabase()]);
  const app = await startTestApp(played.url);
  const [ann, ben] = [await memberAt(app.url, 'Ann-of-old'), await memberAt(app.url, 'Ben-of-old')];
  await rate(ann, ben, played.url);

  const acknowledged: CommandId[] = [];
  const pairs = await Promise.all([1, 2, 3].map(() => sitDown(app.url, acknowledged)));
  const [first] = pairs;
  if (first === undefined) throw new Error('three pairs sat down');
  await first.south.request('chat:join', { gameId: first.gameId });
  const sent = await first.south.request('chat:say', { gameId: first.gameId, text: 'Good game \\. to you' });
  expect(sent).toMatchObject({ ok: true });

  const play = { until: Number.POSITIVE_INFINITY };
  const playing = Promise.all(pairs.map((pair) => playOn(pair, play)));
  const file = join(folder.path, 'games.backup');
  const moves = (count: number) => expect.poll(() => acknowledged.length).toBeGreaterThan(count);
  await moves(15);
  const before = [...acknowledged];
  await withSnapshot(played.url, async (snapshot) => {
    await moves(acknowledged.length + 15);
    await writeBackup(snapshot, createWriteStream(file));
  });
  play.until = 0;
  await playing;
  for (const { south, north } of pairs) for (const each of [south, north]) each.close();
  for (const each of [ann, ben]) each.close();
  await app.close();

  await restoreBackup(restored.url, createReadStream(file));
  const commands = await query<{ id: string }>(restored.url, 'select command_id as id from game_event');
  const kept = new Set(commands.map(({ id }) => id));
  expect(before.filter((id) => !kept.has(id))).toEqual([]);
  expect(acknowledged.some((id) => !kept.has(id))).toBe(true); // play continued during the backup
  expect(await structure(restored.url)).toEqual(await structure(played.url));
  await expectCompleteLogs(restored.url, played.url);

  const again = await startTestApp(restored.url);
  const signIn = { login: 'Ann-of-old', password: PASSWORD };
  expect((await request(again.url, '/api/account/sign-in', { body: signIn })).status).toBe(200);
  const [south, north] = [await connect(again.url, first.south.cookie), await connect(again.url, first.north.cookie)];
  const joined = await south.request('chat:join', { gameId: first.gameId });
  const messages: readonly ChatMessage[] = joined.ok ? joined.value.messages : [];
  expect(messages.map(({ text }) => text)).toEqual(['Good game \\. to you']);
  await playOn({ ...first, south: { ...first.south, ...south }, north: { ...first.north, ...north } }, { until: 0 });
  for (const each of [south, north]) each.close();
  await again.close();
  await Promise.all([played.drop(), restored.drop()]);
});

async function rate(ann: Awaited<ReturnType<typeof memberAt>>, ben: Client, databaseUrl: string): Promise<void> {
  const time = { kind: 'clock', initialMs: 300_000, incrementMs: 0 } as const;
  const gameId = await ann.create({ rated: true, time }, 'south');
  await ben.command(gameId, { type: 'sit', side: null });
  await ann.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await ben.command(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  expect(await ann.command(gameId, { type: 'resign' })).toMatchObject({ ok: true });
  await expect.poll(() => query(databaseUrl, 'select from rating_change')).toHaveLength(2);
}

/** Two guests at a table; ids of acknowledged commands are added to `acknowledged`. */
async function sitDown(url: string, acknowledged: CommandId[]) {
  const noting = (person: Person): Person => ({
    ...person,
    command: async (gameId, command, id = newCommandId()) => {
      const answer = await person.command(gameId, command, id);
      if (answer.ok) acknowledged.push(id);
      return answer;
    },
  });
  return aGame(url)
    .among(noting(await guestAt(url)), noting(await guestAt(url)))
    .started();
}

/** The players move until two plies after the first ply above `until`. */
async function playOn(
  { south, north, gameId }: { readonly south: Person; readonly north: Person; readonly gameId: GameId },
  play: { readonly until: number },
): Promise<void> {
  let last = Number.POSITIVE_INFINITY;
  const both = [south, north].map((person) =>
    playWith(
      person,
      gameId,
      (state) => {
        const { ply } = currentPosition(state);
        if (ply > play.until) last = Math.min(last, ply + 2);
        return state.status === 'over' || ply > last;
      },
      ({ ply }, moves) => moves[(ply * 13 + 5) % moves.length], // lasts at least eighty plies
    ),
  );
  await Promise.all(both);
}

/** Each restored log has no gaps, folds, is a prefix of the original log and matches its row. */
async function expectCompleteLogs(restored: string, original: string): Promise<void> {
  const database = openDatabase(restored, () => undefined);
  const source = openDatabase(original, () => undefined);
  const store = (of: typeof database) => createGameStore({ append: of, play: of, read: of });
  const games = await query<{ id: string; seq: number }>(restored, 'select id, seq from game');
  expect(games).toHaveLength(4);
  for (const { id, seq } of games) {
    const gameId = GameId.parse(id);
    const log: readonly LoggedEvent[] = await store(database).eventsAfter(gameId, 0);
    expect(log.map((each) => each.seq)).toEqual(Array.from({ length: seq }, (_, n) => n + 1));
    expect(fold(null, log)?.seq).toBe(seq);
    expect(log).toEqual((await store(source).eventsAfter(gameId, 0)).slice(0, seq));
  }
  const { game, rating, rating_change } = await contents(restored);
  await rebuildSummaries(createSummaryStore(database.prisma), store(database));
  expect((await contents(restored)).game).toEqual(game);
  const { rating: ratings, rating_change: changes } = await contents(original);
  expect({ rating, rating_change }).toEqual({ rating: ratings, rating_change: changes });
  await Promise.all([database.close(), source.close()]);
}
