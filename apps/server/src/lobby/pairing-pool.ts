import { randomInt, randomUUID } from 'node:crypto';
import type { Reservation } from '@terrace/game';
import {
  CommandId,
  DEFAULT_SETTINGS,
  type GameId,
  type GameRow,
  isComputer,
  type OpenSeek,
  type Player,
  type PlayerId,
  type Refusal,
  rateableAs,
  type Seek,
  type Settings,
  seekKey,
} from '@terrace/protocol';
import { err, ok, type Result, SETUPS, type Side } from '@terrace/rules';
import type { CheckEligibility, GameService } from '../game/service.ts';
import type { BlockStore } from '../game/store.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import type { Lobby } from './lobby.ts';
import { fit, pair, type Seeker } from './pairing.ts';

/** How often to try to pair, in ms: rating ranges widen while players wait. */
const PAIR_EVERY_MS = 1_000;

/** Broadcasts to all tabs of players. */
export type PairingBroadcasts = {
  seek(player: PlayerId, seek: OpenSeek | null): void;
  paired(players: readonly PlayerId[], gameId: GameId): void;
};

type PoolEntry = Seeker & {
  readonly key: string;
  /** The address block the seek came from. */
  readonly address: string;
  readonly connections: Set<object>;
  /** Whether a game is being started with this player, so that they are paired with nobody else. */
  isBeingSeated: boolean;
};

type Services = {
  readonly service: GameService;
  readonly lobby: Pick<Lobby, 'tables' | 'setSeekers'>;
  readonly blocks: Pick<BlockStore, 'blockedEitherWay'>;
  readonly ratingsOf: RatingsOf;
  readonly checkEligibility: CheckEligibility;
  /** Whether a player is connected to this server. */
  readonly isOnline: (player: PlayerId) => boolean;
  readonly broadcasts: PairingBroadcasts;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

export type PairingPool = ReturnType<typeof createPairingPool>;

/** Players who wait at this node to be paired, one entry each, however many tabs they have. */
export function createPairingPool(services: Services) {
  const { service, lobby, blocks, ratingsOf, checkEligibility, isOnline, broadcasts, now, report } = services;
  const pool = new Map<PlayerId, PoolEntry>();
  const seekers = new Map<string, number>();
  const closedConnections = new WeakSet<object>();
  const timer = setInterval(pairAll, PAIR_EVERY_MS);
  let immediate: NodeJS.Immediate | undefined;

  function countSeeker({ key, seek }: PoolEntry, change: 1 | -1): void {
    const waiting = (seekers.get(key) ?? 0) + change;
    if (waiting > 0) seekers.set(key, waiting);
    else seekers.delete(key);
    lobby.setSeekers(key, seek, waiting);
  }

  function put(entry: PoolEntry): void {
    pool.set(entry.player.id, entry);
    countSeeker(entry, 1);
  }

  function remove(player: PlayerId): void {
    const entry = pool.get(player);
    if (entry !== undefined && pool.delete(player)) countSeeker(entry, -1);
  }

  const free = () => [...pool.values()].filter(({ isBeingSeated }) => !isBeingSeated);

  /** Seats players at open tables that fit, and starts games for groups that fit each other. */
  function pairAll(): void {
    immediate = undefined;
    for (const entry of free().sort((a, b) => a.since - b.since)) {
      const fitting = lobby.tables.matching(entry.key).filter((row) => fitsTable(row, entry));
      if (fitting.length > 0) seatGroup([entry], () => joinTable(entry, fitting));
    }
    for (const group of pair(free(), now())) seatGroup(group, () => startGame(group));
  }

  /** Removes a group from the pool once `seat` has brought it to a game; without one, it waits on. */
  function seatGroup(group: readonly PoolEntry[], seat: () => Promise<GameId | undefined>): void {
    for (const entry of group) entry.isBeingSeated = true;
    seat()
      .then((gameId) => {
        if (gameId === undefined) return;
        const players = group.map(({ player }) => player.id);
        for (const player of players) {
          remove(player);
          broadcasts.seek(player, null);
        }
        broadcasts.paired(players, gameId);
      })
      .catch(report)
      .finally(() => {
        for (const entry of group) entry.isBeingSeated = false;
      });
  }

  function fitsTable({ seats, createdAt }: GameRow, entry: PoolEntry): boolean {
    if (seats.some(({ player, reserved }) => [player, reserved].some((each) => each !== null && isComputer(each)))) {
      return false; // who seeks, seeks people
    }
    const others = seats.flatMap(({ player, reserved, rating }) => {
      const other = player ?? reserved;
      const value = rating?.value ?? null;
      return other === null ? [] : [{ player: other, rating: value, since: createdAt, blocked: NOBODY }];
    });
    return others.every((other) => fit(entry, other, now())) && others.some(({ player }) => isOnline(player.id));
  }

  /** Sits a player down at the first of these tables that still has a seat. */
  async function joinTable(entry: PoolEntry, fitting: readonly GameRow[]): Promise<GameId | undefined> {
    const { player, address } = entry;
    const blocked = await blocks.blockedEitherWay(player.id);
    const command = { type: 'sit', side: null } as const;
    for (const { id, seats } of fitting) {
      if (seats.some((other) => other.player !== null && blocked.has(other.player.id))) continue;
      const sat = await service.command({ gameId: id, by: player, command, arrivedAt: now(), address });
      if (sat.ok) return id;
      removeFull([entry], sat.error);
      if (pool.get(player.id) !== entry) return undefined;
    }
    return undefined;
  }

  async function startGame(group: readonly PoolEntry[]): Promise<GameId | undefined> {
    const blocked = await Promise.all(group.map(({ player }) => blocks.blockedEitherWay(player.id)));
    if (group.some(({ player }) => blocked.some((others) => others.has(player.id)))) {
      for (const [i, entry] of group.entries()) entry.blocked = blocked[i] ?? entry.blocked; // somebody was blocked since they joined
      return undefined;
    }
    const seek = group[0]?.seek;
    const [first, ...others] = atRandomSides(group);
    if (first === undefined || seek === undefined) return undefined;
    const settings = settingsOf(seek);
    const commandId = CommandId.parse(randomUUID());
    const addresses = new Map(group.map(({ player, address }) => [player.id, address]));
    const seating = [first, ...others] as const;
    const started = await service.createGame({ commandId, settings, seating, arrivedAt: now(), addresses });
    if (started.ok) return started.value;
    removeFull(group, started.error);
    return undefined;
  }

  /** Who may have no further game waits no longer: the others of the group would be refused with them again and again. */
  function removeFull(group: readonly PoolEntry[], refusal: Refusal): void {
    if (refusal.code !== 'too-many-seats' && refusal.code !== 'too-many-from-address') return;
    const full = group.find(({ player }) => player.name === refusal.name);
    if (full === undefined) return;
    remove(full.player.id);
    broadcasts.seek(full.player.id, null);
  }

  return {
    /** Waits to be paired for this seek, instead of any other. The same seek from another tab keeps the time of the first. */
    async join(player: Player, connection: object, seek: Seek, address: string): Promise<Result<OpenSeek, Refusal>> {
      const kind = rateableAs(seek);
      if (seek.rated && kind === null) return err({ code: 'not-rateable' });
      const [ineligible, blocked, ratings] = await Promise.all([
        checkEligibility(player, settingsOf(seek)),
        blocks.blockedEitherWay(player.id),
        kind === null ? undefined : ratingsOf([player.id], kind),
      ]);
      if (ineligible !== undefined) return err(ineligible);
      const [key, known] = [seekKey(seek), pool.get(player.id)];
      if (known?.isBeingSeated) return ok({ seek: known.seek, since: known.since }); // too late for another seek
      const since = known?.key === key ? known.since : now();
      const openSeek = { seek, since };
      if (closedConnections.has(connection)) return ok(openSeek); // it closed while we read
      const connections = (known?.connections ?? new Set()).add(connection);
      remove(player.id);
      const rating = ratings?.get(player.id)?.value ?? null;
      put({ player, seek, key, address, since, rating, blocked, connections, isBeingSeated: false });
      broadcasts.seek(player.id, openSeek);
      immediate ??= setImmediate(pairAll);
      return ok(openSeek);
    },

    leave(player: PlayerId): void {
      remove(player);
      broadcasts.seek(player, null);
    },

    /** A player leaves the pool when the last connection that joined it closes. */
    disconnect(connection: object): void {
      closedConnections.add(connection);
      for (const { connections, player } of pool.values()) {
        if (connections.delete(connection) && connections.size === 0) remove(player.id);
      }
    },

    close(): void {
      clearInterval(timer);
      clearImmediate(immediate);
    },
  };
}

const settingsOf = (seek: Seek): Settings => ({ ...DEFAULT_SETTINGS, ...seek });

/** For players at tables: blocks are read for the seeker, in both directions. */
const NOBODY: ReadonlySet<PlayerId> = new Set();

/** A random side for each player. */
function atRandomSides(group: readonly Seeker[]): Reservation[] {
  const sides: Side[] = [...(group[0] === undefined ? [] : SETUPS[group[0].seek.setup].seats)];
  return group.flatMap(({ player }) => {
    const [side] = sides.splice(randomInt(Math.max(1, sides.length)), 1);
    return side === undefined ? [] : [{ side, player }];
  });
}
