import { GameId, PlayerId } from '@terrace/protocol';
import type { Rating, RatingChange } from '../generated/prisma/client.ts';
import type { RatedPlayer } from '../ratings/rate.ts';
import { initialRating, type StoredRating } from '../ratings/rating.ts';
import type { GameToRate, RatingQueries, RatingStore, StoredChange } from '../ratings/ratings.ports.ts';
import { type Queries, type Transaction, transact } from './client.ts';
import { runQuery } from './run-query.ts';

export const createRatingStore = (prisma: Queries): RatingStore & RatingQueries => ({
  async unratedGames(since, after, limit) {
    const [from, id] = after === null ? [new Date(since), ''] : [new Date(after.endedAt), after.id];
    const rows = await prisma.$queryRaw<{ id: string; ended_at: Date }[]>`
      select g.id, g.ended_at from game g
      where (g.ended_at, g.id) > (${from}::timestamptz, ${id}) and g.status = 'over' and g.kind is not null
        and g.settings->>'rated' = 'true' and g.settings->>'setup' <> 'custom'
        and not exists (select from rated_game r where r.game_id = g.id)
      order by g.ended_at, g.id limit ${limit}`;
    return rows.map((row) => ({ id: GameId.parse(row.id), endedAt: row.ended_at.getTime() }));
  },

  rateOnce: (game, rate) =>
    transact(prisma, async (tx) => {
      const { count } = await tx.ratedGame.createMany({ data: ratedGameRow(game), skipDuplicates: true });
      if (count === 0) return null;
      if (!(await allHadAccounts(tx, game))) return [];
      const rated = rate(await lockRatings(tx, game));
      await tx.ratingChange.createMany({ data: rated.map((each) => changeRow(game, each)) });
      for (const { player, after } of rated) {
        const { at, ...data } = after;
        const where = { playerId_kind: { playerId: player, kind: game.kind } };
        await tx.rating.update({ where, data: { ...data, updatedAt: new Date(at) } });
      }
      return rated;
    }),

  async deleteAll() {
    await runQuery(() =>
      prisma.$transaction([
        prisma.ratingChange.deleteMany(),
        prisma.rating.deleteMany(),
        prisma.ratedGame.deleteMany(),
      ]),
    );
  },

  async storedRatings(players, kind) {
    const where = { playerId: { in: [...players] }, kind };
    return byPlayer(await prisma.rating.findMany({ where }));
  },

  async changesOf(games) {
    const where = { gameId: { in: [...games] } };
    const rows = await prisma.ratingChange.findMany({ where });
    const found = new Map<GameId, StoredChange[]>();
    for (const row of rows) {
      const id = GameId.parse(row.gameId);
      found.set(id, [...(found.get(id) ?? []), toChange(row)]);
    }
    return found;
  },
});

const ratedGameRow = ({ id, kind, endedAt }: GameToRate) => ({ gameId: id, kind, at: new Date(endedAt) });

/** Accounts deleted since then count. */
async function allHadAccounts(tx: Pick<Transaction, 'player'>, { players, endedAt }: GameToRate): Promise<boolean> {
  const ended = new Date(endedAt);
  const had = await tx.player.count({
    where: {
      id: { in: [...players] },
      OR: [{ closedAt: { gt: ended } }, { closedAt: null, user: { createdAt: { lte: ended } } }],
    },
  });
  return players.length > 0 && had === players.length;
}

/** A new player gets a row first, so that it can be locked. */
async function lockRatings(tx: Pick<Transaction, 'rating' | '$queryRaw'>, { kind, players, endedAt }: GameToRate) {
  const sorted = [...players].sort(); // always in the same order, to prevent deadlocks
  const { at, ...start } = initialRating(endedAt);
  const data = sorted.map((playerId) => ({ playerId, kind, ...start, updatedAt: new Date(at) }));
  await tx.rating.createMany({ data, skipDuplicates: true });
  await tx.$queryRaw`select from rating where kind = ${kind} and player_id = any(${sorted}) order by player_id for update`;
  return byPlayer(await tx.rating.findMany({ where: { playerId: { in: sorted }, kind } }));
}

const changeRow = ({ id, kind, endedAt }: GameToRate, { player, before, after }: RatedPlayer) => ({
  gameId: id,
  playerId: player,
  kind,
  at: new Date(endedAt),
  ratingBefore: before.rating,
  deviationBefore: before.deviation,
  rating: after.rating,
  deviation: after.deviation,
  volatility: after.volatility,
});

const toChange = ({ playerId, ratingBefore, deviationBefore, rating, deviation }: RatingChange): StoredChange => ({
  player: PlayerId.parse(playerId),
  before: { rating: ratingBefore, deviation: deviationBefore },
  after: { rating, deviation },
});

export function toStoredRating(row: Omit<Rating, 'playerId' | 'kind'>): StoredRating {
  const { rating, deviation, volatility, games, updatedAt } = row;
  return { rating, deviation, volatility, games, at: updatedAt.getTime() };
}

const byPlayer = (rows: readonly Rating[]): ReadonlyMap<PlayerId, StoredRating> =>
  new Map(rows.map((row) => [PlayerId.parse(row.playerId), toStoredRating(row)]));
