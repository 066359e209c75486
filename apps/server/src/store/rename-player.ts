import { typesWhere } from '@terrace/game';
import type { Player } from '@terrace/protocol';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './run-query.ts';

const NAMING = typesWhere(({ named }) => named !== null);
const NAMING_HOST = typesWhere(({ named }) => named === 'host');
const LEAVING = typesWhere(({ leaves }) => leaves);

/**
 * Replaces a player's name wherever it is stored beside the id: the player's row, game logs, summary rows and chat
 * messages, in one statement. The only exception to logs being append-only; see docs/decisions.
 *
 * @returns the games that contain the name
 */
export async function renamePlayer(prisma: PrismaClient, { id, name }: Player): Promise<readonly string[]> {
  const games = await runQuery(
    () => prisma.$queryRaw<{ id: string }[]>`
      with player_renamed as (
        update player set name = ${name} where id = ${id}
      ), renaming_done as (
        delete from renaming where player_id = ${id}
      ), messages_changed as (
        update chat_message set by_name = ${name} where by_id = ${id}
      ), involved as (
        select id from game where players @> array[${id}]::text[]
        union
        select game_id from game_event where by = ${id} and event ->> 'type' = any(${LEAVING})
      ), events_changed as (
        update game_event
        set event = jsonb_set(
          event,
          case when event ->> 'type' = any(${NAMING_HOST}) then '{host,name}'::text[] else '{player,name}'::text[] end,
          to_jsonb(${name}::text)
        )
        where game_id in (select id from involved)
          and event ->> 'type' = any(${NAMING})
          and coalesce(event #>> '{host,id}', event #>> '{player,id}') = ${id}
      ), rows_changed as (
        update game
        set seats = (
          select jsonb_agg(
            case ${id}
              when seat #>> '{player,id}' then jsonb_set(seat, '{player,name}', to_jsonb(${name}::text))
              when seat #>> '{reserved,id}' then jsonb_set(seat, '{reserved,name}', to_jsonb(${name}::text))
              when seat #>> '{leaver,id}' then jsonb_set(seat, '{leaver,name}', to_jsonb(${name}::text))
              else seat
            end
            order by n
          )
          from jsonb_array_elements(seats) with ordinality as each(seat, n)
        )
        where id in (select id from involved)
      )
      select id from involved`,
  );
  return games.map((game) => game.id);
}
