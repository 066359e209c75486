import { typesWhere } from '@terrace/game';
import { GameId, Player } from '@terrace/protocol';
import { z } from 'zod';
import { type RenameStore, type Renaming, RenamingUnavailable } from '../accounts/renames.ports.ts';
import { keys } from '../notifications/keys.ts';
import type { Database, Prepared, RunPrepared } from './client.ts';
import { IS_UNFINISHED } from './conditions.ts';

const NAMING = typesWhere(({ named }) => named !== null);
const NAMING_HOST = typesWhere(({ named }) => named === 'host');
const LEAVING = typesWhere(({ leaves }) => leaves);

/** Game ids per query, so that reading them does not delay moves. */
const MAX_LISTED = 5_000;
const MAX_MESSAGES_PER_TRANSACTION = 500;

/** A name without an account belongs to an unfinished sign-up. */
const UNFINISHED: Prepared = {
  name: 'unfinished_renamings',
  text: `
    select r.player_id as id, p.name, round(extract(epoch from r.began_at) * 1000)::float8 as "beganAt", r.done_up_to as "doneUpTo",
      p.closed_at is not null as "isClosed"
    from renaming r join player p on p.id = r.player_id
    where p.closed_at is not null or exists (select from "user" u where u.player_id = p.id)
    order by r.began_at, r.player_id`,
};

const UNFINISHED_GAMES: Prepared = {
  name: 'unfinished_games_to_rename',
  text: `select id from game where players @> array[$1::text] and ${IS_UNFINISHED}`,
};

const HOSTED_TABLES: Prepared = {
  name: 'hosted_tables',
  text: `
    select game.id from game_event created join game on game.id = created.game_id
    where created.by = $1 and created.seq = 1 and game.status = 'open'`,
};

/**
 * A player who left a table, did not answer an invitation or organised a table appears in the log only, not in a seat.
 */
const naming = (game: string, event: string): string => `
    select id from game where players @> array[$1::text] and ${game}
    union
    select game_id from game_event created where created.by = $1 and created.seq = 1 and created.${event}
    union
    select game_id from game_event left_table
    where left_table.by = $1 and left_table.event ->> 'type' = any($3::text[]) and left_table.${event}
    union
    select expired.game_id from game_event expired join game_event invited using (game_id)
    where expired.event ->> 'type' = 'expired' and expired.${event} and invited.seq < expired.seq
      and invited.event ->> 'type' = 'reserved' and invited.event #>> '{player,id}' = $1
    order by id`;

const GAMES_AFTER: Prepared = {
  name: 'games_to_rename',
  text: `${naming('id > $2', 'game_id > $2')} limit ${MAX_LISTED}`,
};

const GAMES_CHANGED_SINCE: Prepared = {
  name: 'changed_games_to_rename',
  text: naming('updated_at >= to_timestamp($2::float8 / 1000)', 'at >= to_timestamp($2::float8 / 1000)'),
};

/** Only one server works on a renaming. A renaming replaced by a newer one is not continued. */
const CLAIM: Prepared = {
  name: 'claim_renaming',
  text: `
    select from renaming where player_id = $1 and began_at = to_timestamp($2::float8 / 1000) for update skip locked`,
};

/** A locked row delays appends to its game, so that the next statement sees all events. */
const LOCK_GAMES: Prepared = {
  name: 'lock_games_to_rename',
  text: `
    with locked as (
      select id, status from game where id = any($1::text[]) for no key update skip locked
    )
    select g.id, l.id is not null as "isLocked", coalesce(l.${IS_UNFINISHED}, false) as "isUnfinished"
    from game g left join locked l on l.id = g.id where g.id = any($1::text[])`,
};

/** Skips rows and events that already contain the new name. Notifications of the games contain it as well. */
const RENAME_GAMES: Prepared = {
  name: 'rename_games',
  text: `
    with events_changed as (
      update game_event
      set event = jsonb_set(
        event,
        case when event ->> 'type' = any($5::text[]) then '{host,name}'::text[] else '{player,name}'::text[] end,
        to_jsonb($2::text)
      )
      where game_id = any($3::text[])
        and event ->> 'type' = any($4::text[])
        and coalesce(event #>> '{host,id}', event #>> '{player,id}') = $1
        and coalesce(event #>> '{host,name}', event #>> '{player,name}') <> $2
    ), notices_changed as (
      update notification n set details = case
        when details #>> '{by,id}' = $1 then jsonb_set(details, '{by,name}', to_jsonb($2::text))
        else jsonb_set(details, '{opponents}', (
          select jsonb_agg(
            case when each.player ->> 'id' = $1 then jsonb_set(each.player, '{name}', to_jsonb($2::text)) else each.player end
            order by each.n
          )
          from jsonb_array_elements(details -> 'opponents') with ordinality as each(player, n)
        ))
      end
      where game_id = any($3::text[])
        and (details #>> '{by,id}' = $1 or details -> 'opponents' @> jsonb_build_array(jsonb_build_object('id', $1::text)))
    ), renamed as (
      select id, (
        select jsonb_agg(
          case $1
            when seat #>> '{player,id}' then jsonb_set(seat, '{player,name}', to_jsonb($2::text))
            when seat #>> '{reserved,id}' then jsonb_set(seat, '{reserved,name}', to_jsonb($2::text))
            when seat #>> '{leaver,id}' then jsonb_set(seat, '{leaver,name}', to_jsonb($2::text))
            else seat
          end
          order by n
        )
        from jsonb_array_elements(seats) with ordinality as each(seat, n)
      ) as seats
      from game where id = any($3::text[])
    )
    update game g set seats = r.seats from renamed r where g.id = r.id and g.seats <> r.seats`,
};

const KEEP_PROGRESS: Prepared = {
  name: 'keep_renaming_progress',
  text: `update renaming set done_up_to = $2 where player_id = $1`,
};

const RENAME_MESSAGES: Prepared = {
  name: 'rename_messages',
  text: `
    update chat_message set by_name = $2
    where id in (
      select id from chat_message where by_id = $1 and id > $3 and by_name <> $2 order by id limit ${MAX_MESSAGES_PER_TRANSACTION}
    )
    returning id`,
};

const RENAME_NOTICES: Prepared = {
  name: 'rename_notices',
  text: `
    update notification set details = jsonb_set(details, '{by,name}', to_jsonb($2::text))
    where game_id is null and key = $3 and details #>> '{by,id}' = $1 and details #>> '{by,name}' <> $2`,
};

const FINISH: Prepared = { name: 'finish_renaming', text: `delete from renaming where player_id = $1` };

const Rows = z.array(z.object({ ...Player.shape, beganAt: z.number(), doneUpTo: z.string(), isClosed: z.boolean() }));
const Ids = z.array(z.object({ id: GameId }));
const Locked = z.array(z.object({ id: GameId, isLocked: z.boolean(), isUnfinished: z.boolean() }));
const MessageIds = z.array(z.object({ id: z.int() }));

/** Uses the pool for background work: there are many short statements. */
export function createRenameStore(database: Pick<Database, 'runPrepared' | 'transaction'>): RenameStore {
  const { runPrepared, transaction } = database;
  async function games(statement: Prepared, values: readonly unknown[]): Promise<readonly GameId[]> {
    return Ids.parse(await runPrepared(statement, values)).map(({ id }) => id);
  }

  /** @throws RenamingUnavailable */
  const withRenaming = <T>({ player, beganAt }: Renaming, work: (run: RunPrepared) => Promise<T>): Promise<T> =>
    transaction(async (run) => {
      const [held] = await run(CLAIM, [player.id, beganAt]);
      if (held === undefined)
        throw new RenamingUnavailable(
          `another server holds the renaming of ${player.id}, or a newer one has replaced it`,
        );
      return work(run);
    });

  return {
    async unfinished() {
      const rows = Rows.parse(await runPrepared(UNFINISHED, []));
      return rows.map(({ id, name, ...rest }) => ({ player: { id, name }, ...rest }));
    },

    unfinishedGames: ({ id }) => games(UNFINISHED_GAMES, [id]),
    hostedTables: ({ id }) => games(HOSTED_TABLES, [id]),
    gamesAfter: ({ id }, after) => games(GAMES_AFTER, [id, after, LEAVING]),
    gamesChangedSince: ({ id }, instant) => games(GAMES_CHANGED_SINCE, [id, instant, LEAVING]),

    renameInGames: (renaming, ids, which) =>
      withRenaming(renaming, async (run) => {
        const rows = Locked.parse(await run(LOCK_GAMES, [ids]));
        const idsWhere = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).map((row) => row.id);
        const locked = idsWhere((row) => !row.isLocked);
        const unfinished = which === 'all' ? [] : idsWhere((row) => row.isLocked && row.isUnfinished);
        const renamed = idsWhere((row) => row.isLocked && (which === 'all' || !row.isUnfinished));
        const { id, name } = renaming.player;
        if (renamed.length > 0) await run(RENAME_GAMES, [id, name, renamed, NAMING, NAMING_HOST]);
        return { renamed, unfinished, locked };
      }),

    renameInChat: (renaming, after) =>
      withRenaming(renaming, async (run) => {
        const { id, name } = renaming.player;
        const ids = MessageIds.parse(await run(RENAME_MESSAGES, [id, name, after])).map((each) => each.id);
        return ids.length < MAX_MESSAGES_PER_TRANSACTION ? undefined : Math.max(...ids);
      }),

    renameInNotices: (renaming) =>
      withRenaming(renaming, async (run) => {
        const { id, name } = renaming.player;
        await run(RENAME_NOTICES, [id, name, keys.follower(id)]);
      }),

    keepProgress: (renaming, doneUpTo) =>
      withRenaming(renaming, async (run) => void (await run(KEEP_PROGRESS, [renaming.player.id, doneUpTo]))),

    finish: (renaming) => withRenaming(renaming, async (run) => void (await run(FINISH, [renaming.player.id]))),
  };
}
