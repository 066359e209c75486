import { currentPosition, type GameState } from '@terrace/game';
import {
  type Attention,
  type Broadcast,
  type GameId,
  type GameRow,
  type InboxCounts,
  type InboxGame,
  type InboxGroup,
  type InboxPage,
  type InboxPlace,
  inboxGroup,
  inboxPlace,
  mostUrgentFirst,
  type NotificationKind,
  noInboxGames,
  type PlayerId,
} from '@terrace/protocol';
import { formatPosition, squareName } from '@terrace/rules';
import { type GameQueries, unlessDatabaseFault } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import { toGameRow } from '../game-service/summary.ts';
import { createMultimap } from '../presence/multimap.ts';
import type { Following } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { UnreadQueries } from './inbox.ports.ts';
import { createOwnGames, MAX_OWN_GAMES } from './own-games.ts';

export type InboxBroadcasts = {
  turns(player: PlayerId, turns: number): void;
  /** Whether a connection here subscribes to this player's games. */
  isWatched(player: PlayerId): boolean;
  changed(player: PlayerId, change: Broadcast<'inbox:changed'>): void;
};

type Dependencies = {
  readonly service: Pick<GameService, 'state'>;
  readonly queries: Pick<GameQueries, 'inboxOf'>;
  readonly games: Pick<Following<GameId>, 'follow' | 'unfollow'>;
  readonly unread: UnreadQueries;
  /** The kinds that the player does not want on pages. */
  readonly hiddenKinds: (player: PlayerId) => Promise<readonly NotificationKind[]>;
  /** Calls `listener` when the player's pages receive a new number of unread notifications. */
  readonly onUnreadChanged: (listener: (player: PlayerId) => void) => void;
  readonly broadcasts: InboxBroadcasts;
  readonly machine: Pick<Scheduler, 'after'>;
  readonly reportError: (error: unknown) => void;
};

export type Inbox = ReturnType<typeof createInbox>;

/** What a new connection receives; without `unread` if that is not known. */
export type Numbers = Attention | Pick<Attention, 'turns'>;

type Listed = {
  readonly row: GameRow;
  readonly movedAt: number;
  readonly group: InboxGroup;
  readonly place: InboxPlace;
};

/** Unread notifications: all of them, and those about chat by game. */
type Unread = { readonly total: number; readonly chat: ReadonlyMap<GameId, number> };

const NO_UNREAD: Unread = { total: 0, chat: new Map() };

function countGroups(groups: Iterable<InboxGroup>): InboxCounts {
  const counts = noInboxGames();
  for (const group of groups) counts[group] += 1;
  return counts;
}

const boardOf = (state: GameState): InboxGame['board'] => {
  const position = currentPosition(state);
  const last = state.history.move?.to;
  return { position: formatPosition(position), last: last === undefined ? null : squareName(position.size, last) };
};

/** A player's unfinished games, the most urgent first, and how many of them wait for the player's move. */
export function createInbox({ service, queries, games, unread, hiddenKinds, ...dependencies }: Dependencies) {
  const { onUnreadChanged, broadcasts, machine, reportError } = dependencies;
  const own = createOwnGames({ queries, games, machine, reportError });
  /** Reads of unread notifications for new connections, whose answer no later change has replaced. */
  const readingUnread = createMultimap<PlayerId, object>();
  onUnreadChanged((player) => {
    for (const read of [...readingUnread.get(player)]) readingUnread.delete(player, read);
  });

  async function listed(player: PlayerId): Promise<Listed[]> {
    const rows = await queries.inboxOf(player, MAX_OWN_GAMES);
    return rows
      .flatMap(({ row, movedAt }) => {
        const group = inboxGroup(row, player);
        return group === undefined ? [] : [{ row, movedAt, group, place: inboxPlace(row, movedAt, group) }];
      })
      .sort((a, b) => mostUrgentFirst(a.place, b.place));
  }

  async function withBoards(games: readonly Listed[], chat: Unread['chat']): Promise<InboxGame[]> {
    const states = await Promise.all(games.map(({ row }) => service.state(row.id)));
    return games.flatMap(({ row, movedAt }, n) => {
      const state = states[n];
      return state == null ? [] : [{ row, board: boardOf(state), movedAt, unreadChat: chat.get(row.id) ?? 0 }];
    });
  }

  const groupsOf = async (player: PlayerId): Promise<InboxGroup[] | undefined> =>
    (await unlessDatabaseFault(listed(player)))?.map(({ group }) => group);

  async function readUnread(player: PlayerId): Promise<Unread> {
    const all = await unread.unreadOf(player);
    if (all.length === 0) return NO_UNREAD;
    const hidden = await hiddenKinds(player);
    const counts = all.filter(({ kind }) => !hidden.includes(kind));
    const chat = counts.flatMap(({ gameId, kind, count }) =>
      kind === 'chat' && gameId !== null ? [[gameId, count] as const] : [],
    );
    return { total: counts.reduce((sum, { count }) => sum + count, 0), chat: new Map(chat) };
  }

  /** Undefined if Postgres does not answer. */
  const unreadOf = (player: PlayerId): Promise<Unread | undefined> => unlessDatabaseFault(readUnread(player));

  /** Undefined also if the pages have received a newer number meanwhile. */
  async function newestUnreadOf(player: PlayerId): Promise<Unread | undefined> {
    const read = {};
    readingUnread.add(player, read);
    try {
      const unread = await unreadOf(player);
      return readingUnread.get(player).has(read) ? unread : undefined;
    } finally {
      readingUnread.delete(player, read);
    }
  }

  own.onRecovered((player, games) => broadcasts.turns(player, countGroups(games.values()).turn));

  return {
    /** Sends a new connection the player's numbers, except those that cannot be read or have changed meanwhile. */
    async connect(player: PlayerId, send: (numbers: Numbers) => void): Promise<void> {
      const games = await own.connect(player);
      if (games === undefined) return;
      const unread = await newestUnreadOf(player);
      if (own.of(player) !== games) return; // the connection has closed
      const turns = countGroups(games.values()).turn;
      send(unread === undefined ? { turns } : { turns, unread: unread.total });
    },

    disconnect: own.disconnect,

    /** Follows the unfinished games of a player with a stream of all of them, until `disconnect`. */
    follow: own.connect,
    isConnected: own.isConnected,
    onConnection: own.onConnection,
    add: own.add,

    /** Undefined when there is nothing to attend to, and when the numbers cannot be read. */
    async attention(player: PlayerId): Promise<Attention | undefined> {
      const known = own.of(player)?.values();
      const [groups, unread] = await Promise.all([known ?? groupsOf(player), unreadOf(player)]);
      if (groups === undefined || unread === undefined) return undefined;
      const turns = countGroups(groups).turn;
      return turns === 0 && unread.total === 0 ? undefined : { turns, unread: unread.total };
    },

    /** Resolves once changes of the player's games are broadcast. */
    async ready(player: PlayerId): Promise<void> {
      await own.read(player);
    },

    /** @param after the place of the last game of the page before; null for the first page */
    async page(
      player: PlayerId,
      { group, limit, after }: { group: InboxGroup | null; limit: number; after: InboxPlace | null },
    ): Promise<Omit<InboxPage, 'next'> & { next: InboxPlace | null }> {
      const [all, { chat } = NO_UNREAD] = await Promise.all([listed(player), unreadOf(player)]);
      const rest = all.filter(
        (game) =>
          (group === null || game.group === group) && (after === null || mostUrgentFirst(game.place, after) > 0),
      );
      const games = rest.slice(0, limit);
      return {
        games: await withBoards(games, chat),
        counts: countGroups(all.map((game) => game.group)),
        next: rest.length > limit ? (games.at(-1)?.place ?? null) : null,
      };
    },

    /** The game after this one, in order of urgency, in which the player is to move. The first one follows the last. */
    async next(player: PlayerId, current: GameId): Promise<GameId | null> {
      const turns = (await listed(player)).filter(({ group }) => group === 'turn').map(({ row }) => row.id);
      const others = turns.filter((id) => id !== current);
      return others[turns.indexOf(current)] ?? others[0] ?? null;
    },

    update({ summary, state }: Committed): void {
      const row = toGameRow(summary);
      for (const { player, before, after } of own.update(row)) {
        const games = own.of(player);
        if (games === undefined) continue; // the connections receive the numbers once they are known
        const counts = countGroups(games.values());
        if ((before === 'turn') !== (after === 'turn')) broadcasts.turns(player, counts.turn);
        if (!broadcasts.isWatched(player)) continue;
        const game = after && { row, board: boardOf(state), movedAt: summary.updatedAt, unreadChat: 0 };
        broadcasts.changed(player, { gameId: row.id, game: game ?? null, counts });
      }
    },
  };
}
