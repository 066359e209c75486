import { COMPUTER_IDS, computerStrength, type PlayerId } from '@terrace/protocol';
import { Prisma } from '../generated/prisma/client.ts';

export const UNFINISHED = ['open', 'live'];

/** The same in SQL, after the name of a game's row. It matches the condition of the indexes. */
export const IS_UNFINISHED = `status in ('open', 'live')`;

/** SQL condition: one of these players won the game `g`. */
const won = (players: readonly PlayerId[]): Prisma.Sql => Prisma.sql`g.winner = any(${players})`;

/** SQL condition: the game `g` was a draw among those in it to the end, and one of these players was (R17). */
const drew = (players: readonly PlayerId[]): Prisma.Sql => Prisma.sql`(g.winner is null and exists (
  select from jsonb_array_elements(g.seats) as s
  where s #>> '{player,id}' = any(${players}) and g.places -> 0 ? (s ->> 'side')))`;

/** SQL conditions by how a game came out for a player: whatever is neither won nor drawn is lost. */
export const OUTCOMES = {
  won,
  drawn: drew,
  lost: (players: readonly PlayerId[]): Prisma.Sql =>
    Prisma.sql`not coalesce(${won(players)}, false) and not ${drew(players)}`,
};

/** The ids of a player: all computers of a strength are one player to those who search. */
export function idsOf(player: PlayerId): readonly PlayerId[] {
  const strength = computerStrength(player);
  return strength === undefined ? [player] : COMPUTER_IDS.filter((id) => computerStrength(id) === strength);
}

/** SQL columns of a score in games `g`: that of a player, or of several ids that are one. */
export const scoreOf = (players: readonly PlayerId[]): Prisma.Sql => Prisma.sql`
  count(*)::int as games, (count(*) filter (where ${won(players)}))::int as won,
  (count(*) filter (where ${drew(players)}))::int as drawn,
  (count(*) - count(*) filter (where ${won(players)} or ${drew(players)}))::int as lost`;

/** SQL condition: only people played the game `g`. */
export const withoutComputers = Prisma.sql`not g.players && ${COMPUTER_IDS}`;

/** SQL condition: a person plays in the game `g`, or has left it. */
export const withPeople = Prisma.sql`not g.players <@ ${COMPUTER_IDS}`;

/** SQL condition: the game `g` is public, or the viewer is one of its players. */
export const visibleTo = (viewer: PlayerId | undefined): Prisma.Sql =>
  viewer === undefined
    ? Prisma.sql`g.settings->>'seen' = 'public'`
    : Prisma.sql`(g.settings->>'seen' = 'public' or g.players @> ${[viewer]})`;
