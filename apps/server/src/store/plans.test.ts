import { createHash } from 'node:crypto';
import { COMPUTER_IDS, DEFAULT_SETTINGS, GameId, PlayerId } from '@terrace/protocol';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { bySuite } from '../../../../tools/testing/suite.ts';
import type { ArchiveSearch, GameCursor } from '../archive/archive.ports.ts';
import type { Summary } from '../game-service/games.ports.ts';
import type { SeatDemand } from '../game-service/seat-limits.ts';
import { createAddressQuota } from '../game-service/seat-limits.ts';
import { createAccountStore } from './accounts.ts';
import { createArchiveStore } from './archive.ts';
import { createBarredTableStore } from './barred-tables.ts';
import { createChatStore } from './chat.ts';
import { openDatabase, plannerOf } from './client.ts';
import { createConditionalMoveStore } from './conditional-moves.ts';
import { createErrandStore } from './errands.ts';
import { createExhibitionStore } from './exhibitions.ts';
import { createGameStore } from './games.ts';
import { createMailStore } from './mails.ts';
import { createModerationStore } from './moderation.ts';
import { createNotificationStore } from './notifications.ts';
import { createOutboxStore } from './outbox.ts';
import { createPersonalDataStore } from './personal-data.ts';
import { createPlayerStore } from './players.ts';
import { createRatingStore } from './ratings.ts';
import { createBlockStore, createFollowStore } from './relations.ts';
import { createRenameStore } from './renames.ts';
import { createReviewStore } from './reviews.ts';
import { createSummaryStore } from './summaries.ts';
import { openExplainer, type Statement } from './testing/explain.ts';
import { fillLarge } from './testing/large-database.ts';
import { createVacationStore } from './vacations.ts';
import { createDeliveryStore } from './webhooks.ts';

/** The statistics claim a million games. The thorough suite and `npm run plans` insert all of them. */
const GAMES = Number(process.env.TERRACE_GAMES ?? bySuite(2_500, 1_000_000));

/** A limit in pages read. A thousand ratings with their games cost nine thousand; a scan of a million games, 120,000. */
const MAX_COST = GAMES < 100_000 ? 12_000 : 60_000;

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: ReturnType<typeof openDatabase>;
let background: ReturnType<typeof openDatabase>;
type Explainer = Awaited<ReturnType<typeof openExplainer>>;
let explainer: Explainer;
let backgroundExplainer: Explainer;
beforeAll(async () => {
  fresh = await freshDatabase();
  await fillLarge(fresh.url, GAMES);
  database = openDatabase(fresh.url, () => undefined, 'command');
  background = openDatabase(fresh.url, () => undefined, 'background');
  await database.prisma.renaming.create({ data: { playerId: busiest, beganAt: new Date(now) } });
  explainer = await openExplainer(fresh.url);
  backgroundExplainer = await openExplainer(fresh.url, plannerOf('background'));
}, 3_600_000);
afterAll(async () => {
  await explainer?.close();
  await backgroundExplainer?.close();
  await background?.close();
  await database?.close();
  await fresh?.drop();
});

const busiest = PlayerId.parse('player-00000001');
const rare = PlayerId.parse('player-00000900');
const computer = COMPUTER_IDS[0] ?? rare;
const game = GameId.parse('c4ca4238a0b9');
const now = Date.UTC(2025, 5, 1);
const fail = (error: unknown): never => {
  throw error;
};
const lease = { now, until: now + 60_000, except: [] };

const renaming = { player: { id: busiest, name: 'Another' }, beganAt: now, doneUpTo: '', isClosed: false };
const someGames = Array.from({ length: 100 }, (_, n) =>
  GameId.parse(createHash('md5').update(String(n)).digest('hex').slice(0, 12)),
);

const summaryOf = (host: PlayerId): Summary => ({
  id: GameId.parse('a'.repeat(12)),
  seq: 1,
  status: 'open',
  settings: DEFAULT_SETTINGS,
  turn: null,
  ply: 1,
  seats: [{ side: 'south', player: { id: host, name: 'Name' }, reserved: null }],
  createdAt: now,
  updatedAt: now,
  deadlineAt: null,
  kind: null,
  endedAt: null,
  endedBy: null,
  winner: null,
  places: null,
  finalPosition: null,
  closedBy: null,
  closedSide: null,
  calledOffAt: null,
});
const demandOf = (id: PlayerId): SeatDemand => ({
  opens: id,
  seats: [{ id, name: 'Name' }],
  invited: [],
  withoutClock: true,
  slow: true,
  withComputer: true,
  addresses: new Map([[id, '203.0.113.1']]),
});

const stores = () => {
  const { prisma } = database;
  const ratings = createRatingStore(prisma);
  return {
    ratings,
    games: createGameStore({ append: database, play: database, read: database }, 'node', createAddressQuota('secret')),
    archive: createArchiveStore(prisma, ratings),
    accounts: createAccountStore(prisma),
    renames: createRenameStore(background),
    moderation: createModerationStore(database),
    barredTables: createBarredTableStore(background),
    chat: createChatStore(prisma),
    blocks: createBlockStore(prisma),
    follows: createFollowStore(prisma),
    conditionals: createConditionalMoveStore(prisma),
    personal: createPersonalDataStore(prisma),
    players: createPlayerStore(prisma),
    reviews: createReviewStore(prisma),
    summaries: createSummaryStore(prisma),
    exhibitions: createExhibitionStore(prisma),
    notifications: createNotificationStore(prisma),
    vacations: createVacationStore(prisma),
    outbox: createOutboxStore(prisma),
    errands: createErrandStore(prisma),
    mails: createMailStore(prisma),
    deliveries: createDeliveryStore(prisma),
  };
};
type Stores = ReturnType<typeof stores>;
type Reads = Readonly<Record<string, (given: Stores) => Promise<unknown>>>;

const filters: readonly ArchiveSearch[] = [
  {},
  { kind: 'bullet' },
  { rated: 'true' },
  { setup: 'custom' },
  { seats: 3 },
  { end: 'no-move' },
  { end: 'called-off' },
  { minMoves: 900 },
  { maxMoves: 1 },
  { result: 'drawn' },
  { from: '2025-02-01' },
  { until: '2025-01-05' },
  { kind: 'bullet', setup: 'custom', end: 'no-move', seats: 4, from: '2024-01-01', until: '2026-01-01' },
];
const searches: Reads = Object.fromEntries(
  filters.flatMap((filter) =>
    [{}, { player: rare }, { player: busiest }, { player: computer }, { player: busiest, opponent: rare }].flatMap(
      (who) => [
        [
          `the archive by ${JSON.stringify({ ...filter, ...who })}`,
          ({ archive }: Stores) => archive.finished({ ...filter, ...who }, rare, { endedAt: now, id: game }, 50),
        ],
      ],
    ),
  ),
);

const reads: Reads = {
  ...searches,
  'games with a running clock': ({ games }) => games.gamesWithRunningClock(),
  'the last events of games': ({ games }) => games.lastSeqs([game]),
  'a heartbeat': ({ games }) => games.saveHeartbeat('node'),
  'the periods without a running node': ({ games }) => games.downtimes(),
  'the blockers of a player': ({ blocks }) => blocks.blockersOf(busiest),
  'the newest games of the archive': ({ archive }) => archive.finished({}, undefined, null, 50),
  'a leaderboard': ({ archive }) => archive.leaderboard('blitz', now, null, 50),
  'provisional ratings': ({ archive }) => archive.provisional('blitz', now, 20),
  'the most active leaderboard': ({ archive }) => archive.mostActiveKind(now),
  'a later page of a leaderboard': ({ archive }) =>
    archive.leaderboard('blitz', now, { rating: 1500, id: rare, place: 100 }, 50),
  'a profile': ({ archive }) => archive.profile({ id: busiest, name: 'Name1' }, rare, now),
  'a computer’s profile': ({ archive }) => archive.profile({ id: computer, name: 'Computer 1' }, rare, now),
  'a rating’s history': ({ archive }) => archive.ratingHistory(busiest, 'blitz', rare),
  'the open tables': ({ games }) => games.tables(),
  'the public live games': ({ games }) => games.publicLiveGames(),
  'a player’s unfinished games': ({ games }) => games.unfinishedGamesOf(busiest, 100),
  'a player’s live games with computers': ({ games }) => games.liveGamesWithComputersOf([busiest, rare], 100),
  'all of a player’s games': ({ games }) => games.allGamesOf(busiest, 20),
  'games by an id prefix': ({ games }) => games.idsStartingWith(busiest, 'abc'),
  'games of nodes that are gone': ({ games }) => games.claimGames('node', false, '', 100),
  'more games of nodes that are gone': ({ games }) => games.claimGames('node', false, game, 100),
  'games of a node that stops': ({ games }) => games.releaseGames('node'),
  'games opened lately': ({ games }) => games.openedSince(now),
  'the public live games of players': ({ games }) => games.publicLiveGamesOf([busiest, rare]),
  'the seats and tables of a player': ({ games }) =>
    games.append([{ after: 0, events: [], summary: summaryOf(rare), demand: demandOf(busiest) }]),
  'the seats and tables of an address': ({ games }) =>
    games.append([
      {
        after: 0,
        events: [],
        summary: { ...summaryOf(rare), id: GameId.parse('b'.repeat(12)) },
        demand: demandOf(rare),
      },
    ]),
  'a log': ({ games }) => games.eventsAfter(game, 0),
  'an exhibition': ({ exhibitions }) => exhibitions.liveExhibition(),
  'old exhibitions': ({ exhibitions }) => exhibitions.deleteExhibitions(Date.UTC(2025, 0, 1)),
  'the players blocked by a player': ({ blocks }) => blocks.blockedBy(busiest),
  'blocks in both directions': ({ blocks }) => blocks.blockedEitherWay(busiest),
  'the players followed by a player': ({ follows }) => follows.followedBy(busiest),
  'the number of followers': ({ follows }) => follows.followersOf(busiest),
  'whether a player follows another': ({ follows }) => follows.isFollowing(busiest, rare),
  'following a player': ({ follows }) => follows.follow(busiest, rare, 500, []),
  'unfollowing after a block': ({ follows }) => follows.removeBetween(busiest, rare),
  'the chat of a game': ({ chat }) => chat.latest(game, ['players', 'watchers'], 50),
  'a message': ({ chat }) => chat.find(4),
  'recent chat of games': ({ chat }) => chat.since([game], Date.UTC(2025, 5, 1), 1_000),
  'an account by name': ({ players }) => players.byName('Name4'),
  'a guest by name': ({ players }) => players.byName('Name5'),
  'a guest by two words': ({ players }) => players.byName('amber otter'),
  'a guest by id': ({ players }) => players.guest(rare),
  'whether a name is taken': ({ players }) => players.isTaken('Amber-Otter'),
  'a new guest': ({ players }) => players.add({ id: PlayerId.parse('a-new-guest'), name: 'Amber-Otter' }),
  'an unknown player by name': ({ players }) => players.byName('%'),
  'whether a player has an account': ({ players }) => players.hasAccount(rare),
  'open reports': ({ moderation }) => moderation.reports(50),
  'sanctions in force': ({ moderation }) => moderation.sanctions(now, 50),
  'a player’s sanctions': ({ moderation }) => moderation.inForce(busiest, now),
  'the audit log': ({ moderation }) => moderation.audit(50),
  'whether a player is an admin': ({ moderation }) => moderation.isAdmin(rare),
  'an admin by name': ({ moderation }) => moderation.setAdmin('Nobody', true, now),
  'conditional moves': ({ conditionals }) => conditionals.read(game, rare),
  'the export of a player’s data': ({ personal }) => personal.about(rare),
  'the export of a player’s games': ({ personal }) => personal.gamesAfter(rare, '', 50),
  'the export of the busiest player’s games': ({ personal }) => personal.gamesAfter(busiest, '', 50),
  'the export of a player’s chat': ({ personal }) => personal.messagesAfter(rare, 0, 50),
  'the export of the busiest player’s chat': ({ personal }) => personal.messagesAfter(busiest, 0, 50),
  'a page of notifications': ({ notifications }) => notifications.list(rare, ['chat'], 1_000, 30),
  'the number of unread notifications': ({ notifications }) => notifications.countUnread(busiest, []),
  'the notices of a game that become read': ({ notifications }) => notifications.markRead(rare, { gameId: game }, now),
  'a player’s vacations': ({ vacations }) => vacations.of(rare, now),
  'vacations to write': ({ vacations }) => vacations.unwritten(),
  'the games of a vacation': ({ vacations }) => vacations.gamesOf(rare),
  'a notification': ({ notifications }) => notifications.find(4),
  'the recipient of a notification': ({ notifications }) => notifications.recipient(rare),
  'notifications to decide': ({ notifications }) => notifications.claimUndecided(lease, 8, fail),
  'the next push': ({ notifications }) => notifications.claimPush(lease, { players: [busiest], hosts: [] }, fail),
  'the next push while a service is full': ({ notifications }) =>
    notifications.claimPush(lease, { players: [busiest], hosts: ['push.example'] }, fail),
  'pushes to put off': ({ notifications }) =>
    notifications.putOffPushes({ hosts: ['push.example'], until: now + 60_000 }, now),
  'suspended players at open tables': ({ barredTables }) => barredTables.suspendedPlayers(now),
  'the outbox': ({ outbox }) => outbox.claim(lease, 8),
  errands: ({ errands }) => errands.claim(lease, { all: 4, tests: 2 }),
  'the answer to an errand': ({ errands }) => errands.answerOf(1),
  'the next webhook': ({ deliveries }) => deliveries.claim(lease, { webhooks: [], players: [busiest], hosts: [] }),
  'since when mails are due': ({ mails }) => mails.dueSince(now, 3_600_000),
  'since when webhooks are due': ({ deliveries }) => deliveries.dueSince(now),
  'a review': ({ reviews }) => reviews.find(game, now),
  'waiting reviews': ({ reviews }) => reviews.countBefore(now),
  'the next review': ({ reviews }) => reviews.claim(now, now),
  'games to rate': ({ ratings }) => ratings.unratedGames(Date.UTC(2025, 2, 1), null, 50),
  'ratings of players': ({ ratings }) => ratings.storedRatings([busiest, rare], 'blitz'),
  'rating changes of games': ({ ratings }) => ratings.changesOf([game]),
  'games to rebuild': ({ summaries }) => summaries.idsAfter(game, 50),
  'games without a result': ({ summaries }) => summaries.endedWithoutResult(50),
  'games without a final position': ({ summaries }) => summaries.endedWithoutPosition(50),
  'closed tables without a reason': ({ summaries }) => summaries.closedWithoutReason(50),
  'a session': ({ accounts }) => accounts.findSession('token-4', now),
  'a token': ({ accounts }) => accounts.findToken('hash-2'),
  'ended credentials': ({ accounts }) =>
    accounts.endedCredentials(['session:session-4', 'token:token-2', `guest:${rare}`], now),
  'an account': ({ accounts }) => accounts.account(rare),
  'an address by name': ({ accounts }) => accounts.addressOf({ key: 'name4' }),
  'an address': ({ accounts }) => accounts.addressOf({ email: 'n4@example.org' }),
  'a player’s sessions': ({ accounts }) => accounts.sessions('user-4', now),
  'a player’s tokens': ({ accounts }) => accounts.tokens(rare),
  'a link': ({ accounts }) => accounts.confirmEmail('none', now, () => undefined),
  'unfinished renamings': ({ renames }) => renames.unfinished(),
  'a player’s unfinished games to rename': ({ renames }) => renames.unfinishedGames(renaming.player),
  'the open tables of a host': ({ renames }) => renames.hostedTables(renaming.player),
  'a new name in notifications of no game': ({ renames }) => renames.renameInNotices(renaming),
  'a new name in some games': ({ renames }) => renames.renameInGames(renaming, someGames, 'finished'),
  'a new name in messages': ({ renames }) => renames.renameInChat(renaming, 0),
  'the progress of a renaming': ({ renames }) => renames.keepProgress(renaming, game),
  'the end of a renaming': ({ renames }) => renames.finish(renaming),
  'the end of an account': ({ accounts }) => accounts.close({ id: rare, name: 'Gone' }, 'user-900', now),
  'a sign-in with a provider': () =>
    database.prisma.account.findFirst({ where: { providerId: 'google', accountId: 'n10' } }),
};

/** Background jobs may cost more: no player waits for them. */
const inBackground: Reads = {
  'all games to rename': ({ renames }) => renames.gamesAfter(renaming.player, ''),
  'the rest of the games to rename': ({ renames }) => renames.gamesAfter(renaming.player, 'c'),
  'blocked players at open tables': ({ barredTables }) => barredTables.separatedPlayers(),
  'changed games to rename': ({ renames }) => renames.gamesChangedSince(renaming.player, now),
};

/** Tables that may be scanned: renamings in progress, links of one day, a row per server, and commits and errands of the last moment. */
const SMALL = ['verification', 'renaming', 'heartbeat', 'outbox', 'errand'];

test.each(Object.entries(reads))(
  'with a million games and half a million players, the query for %s uses an index',
  async (_, read) => {
    await expectIndexes(read, explainer, MAX_COST);
  },
);

test.each(Object.entries(inBackground))(
  'for the busiest of half a million players, the query for %s uses an index',
  (_, read) => expectIndexes(read, backgroundExplainer, Number.POSITIVE_INFINITY),
);

async function expectIndexes(
  read: (given: Stores) => Promise<unknown>,
  { explain }: Explainer,
  maxCost: number,
): Promise<void> {
  for (const statement of await statementsOf(() => read(stores()))) {
    const { scanned, cost, steps } = await explain(statement);
    const large = scanned.filter((table) => !SMALL.includes(table));
    expect(large, `${statement.text}\n${steps}`).toEqual([]);
    expect(cost, `${statement.text}\n${steps}`).toBeLessThan(maxCost);
  }
}

test('a search without matches returns a cursor after a bounded scan, and reaches its end', async () => {
  const { archive } = stores();
  const none = { setup: 'custom' } as const;
  let after: GameCursor | null = null;
  let asked = 0;
  do {
    const from: GameCursor | null = after;
    const statements = await statementsOf(async () => {
      const page = await archive.finished(none, undefined, from, 50);
      expect(page.rows).toEqual([]);
      after = page.next;
    });
    expect(statements.length).toBeLessThanOrEqual(12); // ten windows, and no names or rating changes
    asked += 1;
  } while (after !== null && asked < 100);
  expect(after).toBeNull();
});

async function statementsOf(job: () => Promise<unknown>): Promise<readonly Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await job();
    const { calls, contexts } = query.mock;
    const name = new URL(fresh.url).pathname.slice(1);
    const isOurs = (client: unknown): boolean => client instanceof pg.Client && client.database === name;
    const sent = calls
      .filter((_, call) => isOurs(contexts[call]))
      .map(([config, values]) => Sent.parse({ values, ...(typeof config === 'string' ? { text: config } : config) }));
    return sent.filter(({ text }) => !/^(begin|commit|rollback|set)\b/i.test(text));
  } finally {
    query.mockRestore();
  }
}
const Sent = z.object({ text: z.string(), values: z.array(z.unknown()).catch([]) });
