import { COMPUTER_IDS, computerStrength, type PlayerId } from '@terrace/protocol';
import { Prisma } from '../generated/prisma/client.ts';

export const UNFINISHED = ['open', 'live'];

/** For use after the alias of a game. It matches the condition of the indexes. */
export const IS_UNFINISHED = `status in ('open', 'live')`;

const won = (players: readonly PlayerId[]): Prisma.Sql => Prisma.sql`g.winner = any(${players})`;

/** SQL: game `g` was a draw (R17), and one of these players was still in it. */
const drew = (players: readonly PlayerId[]): Prisma.Sql => Prisma.sql`(g.winner is null and exists (
  select from jsonb_array_elements(g.seats) as s
  where s #>> '{player,id}' = any(${players}) and g.places -> 0 ? (s ->> 'side')))`;

/** SQL by result for a player: a game neither won nor drawn is lost. */
export const OUTCOMES = {
  won,
  drawn: drew,
  lost: (players: readonly PlayerId[]): Prisma.Sql =>
    Prisma.sql`not coalesce(${won(players)}, false) and not ${drew(players)}`,
};

/** All computers of a strength count as one player in searches. */
export function idsOf(player: PlayerId): readonly PlayerId[] {
  const strength = computerStrength(player);
  return strength === undefined ? [player] : COMPUTER_IDS.filter((id) => computerStrength(id) === strength);
}

/** SQL columns: the score of a player, given by all their ids, in games `g`. */
export const scoreOf = (players: readonly PlayerId[]): Prisma.Sql => Prisma.sql`
  count(*)::int as games, (count(*) filter (where ${won(players)}))::int as won,
  (count(*) filter (where ${drew(players)}))::int as drawn,
  (count(*) - count(*) filter (where ${won(players)} or ${drew(players)}))::int as lost`;

export const withoutComputers = Prisma.sql`not g.players && ${COMPUTER_IDS}`;

/** SQL: a person plays in game `g`, or has left it. */
export const withPeople = Prisma.sql`not g.players <@ ${COMPUTER_IDS}`;

/** SQL: a round of moves was played in game `g`, or the moves decided it. An earlier departure does not count as a result. */
export const isPlayed = Prisma.sql`(g.ended_by not in ('resignation', 'time', 'left')
  or g.ply - coalesce(nullif(split_part(g.settings->>'position', ' ', 5), '')::int, 1) >= jsonb_array_length(g.seats))`;

/** SQL: game `g` is public, or the viewer is one of its players. */
export const visibleTo = (viewer: PlayerId | undefined): Prisma.Sql =>
  viewer === undefined
    ? Prisma.sql`g.settings->>'seen' = 'public'`
    : Prisma.sql`(g.settings->>'seen' = 'public' or g.players @> ${[viewer]})`;
