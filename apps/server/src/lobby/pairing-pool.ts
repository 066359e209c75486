import { createHash, randomInt, randomUUID } from 'node:crypto';
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
import { LRUCache } from 'lru-cache';
import type { Cluster } from '../cluster/cluster.ts';
import type { CheckEligibility, GameService } from '../game/service.ts';
import type { BlockStore } from '../game/store.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import type { Lobby } from './lobby.ts';
import { fit, pair, type Seeker } from './pairing.ts';
import { createSeeks, type PairingBroadcasts, type StoredSeek } from './seeks.ts';

/** How often to try to pair, in ms: rating ranges widen while players wait. */
const PAIR_EVERY_MS = 1_000;

/** Seeks of whose players the blocks were read again. */
const MAX_REREAD = 1_000;

/** A seek with what only pairing knows of it. */
type PoolEntry = Omit<StoredSeek, 'blocked'> & Seeker & { readonly key: string };

type Services = {
  readonly cluster: Pick<Cluster, 'bus' | 'state' | 'isWhole'>;
  /** Whether this node is the one that pairs. */
  readonly isLeader: () => boolean;
  readonly service: GameService;
  readonly lobby: Pick<Lobby, 'tables' | 'setSeekers'>;
  readonly blocks: Pick<BlockStore, 'blockedEitherWay'>;
  readonly ratingsOf: RatingsOf;
  readonly checkEligibility: CheckEligibility;
  /** Whether a player is connected to any node. */
  readonly isOnline: (player: PlayerId) => boolean;
  readonly broadcasts: PairingBroadcasts;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
};

export type PairingPool = ReturnType<typeof createPairingPool>;

/**
 * Players who wait to be paired, at whichever node. Every node takes their seeks, and knows those of all; the leader pairs. While it
 * cannot hear all nodes it pairs those who are connected to it only: the others may be gone, and could not be told.
 */
export function createPairingPool(services: Services) {
  const { cluster, isLeader, service, lobby, blocks, ratingsOf, checkEligibility } = services;
  const { isOnline, broadcasts, now, report } = services;
  const seeks = createSeeks({ cluster, lobby, broadcasts });
  /** Players for whom a game is being started, so that they are paired with nobody else. */
  const seating = new Set<PlayerId>();
  /** What was read of blocks since the seek was made, by its id. */
  const blockedSince = new LRUCache<string, ReadonlySet<PlayerId>>({ max: MAX_REREAD });
  const timer = setInterval(pairAll, PAIR_EVERY_MS);
  let immediate: NodeJS.Immediate | undefined;

  seeks.onOpen(() => {
    if (isLeader()) immediate ??= setImmediate(pairAll);
  });

  function free(): PoolEntry[] {
    const isWhole = cluster.isWhole();
    return [...seeks.all()]
      .filter(({ player }) => !seating.has(player.id) && (isWhole || seeks.isHere(player.id)))
      .map((seek) => ({
        ...seek,
        key: seekKey(seek.seek),
        blocked: blockedSince.get(seek.id) ?? new Set(seek.blocked),
      }));
  }

  /** Seats players at open tables that fit, and starts games for groups that fit each other. */
  function pairAll(): void {
    immediate = undefined;
    if (!isLeader()) return;
    for (const entry of free().sort((a, b) => a.since - b.since)) {
      const fitting = lobby.tables.matching(entry.key).filter((row) => fitsTable(row, entry));
      if (fitting.length > 0) seatGroup([entry], () => joinTable(entry, fitting));
    }
    for (const group of pair(free(), now())) seatGroup(group, () => startGame(group));
  }

  /** Ends the wait of a group once `seat` has brought it to a game; without one, it waits on. */
  function seatGroup(group: readonly PoolEntry[], seat: () => Promise<GameId | undefined>): void {
    for (const { player } of group) seating.add(player.id);
    seat()
      .then((gameId) => {
        if (gameId !== undefined) seeks.end(group, gameId);
      })
      .catch(report)
      .finally(() => {
        for (const { player } of group) seating.delete(player.id);
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
      if (seeks.of(player.id)?.id !== entry.id) return undefined;
    }
    return undefined;
  }

  async function startGame(group: readonly PoolEntry[]): Promise<GameId | undefined> {
    const blocked = await Promise.all(group.map(({ player }) => blocks.blockedEitherWay(player.id)));
    if (group.some(({ player }) => blocked.some((others) => others.has(player.id)))) {
      for (const [i, { id }] of group.entries()) blockedSince.set(id, blocked[i]); // somebody was blocked since they joined
      return undefined;
    }
    const seek = group[0]?.seek;
    const [first, ...others] = atRandomSides(group.toSorted((a, b) => a.since - b.since));
    if (first === undefined || seek === undefined || !isLeader()) return undefined;
    const settings = settingsOf(seek);
    const commandId = commandIdOf(group);
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
    seeks.end(
      group.filter(({ player }) => player.name === refusal.name),
      null,
    );
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
      const known = seeks.of(player.id);
      if (known !== undefined && seating.has(player.id)) return ok({ seek: known.seek, since: known.since }); // too late for another seek
      const same = known !== undefined && seekKey(known.seek) === seekKey(seek) ? known : undefined;
      const since = same?.since ?? Math.max(now(), (known?.since ?? 0) + 1);
      const rating = ratings?.get(player.id)?.value ?? null;
      const id = same?.id ?? randomUUID();
      seeks.open({ id, player, seek, address, since, rating, blocked: [...blocked] }, connection);
      return ok({ seek, since });
    },

    leave(player: PlayerId): void {
      const seek = seeks.of(player);
      if (seek !== undefined) seeks.end([seek], null);
      else broadcasts.seek(player, null);
    },

    /** A player waits no longer when the last connection that joined the pool closes, at any node. */
    disconnect: seeks.disconnect,

    close(): void {
      seeks.close();
      clearInterval(timer);
      clearImmediate(immediate);
    },
  };
}

/**
 * The same for the same seeks, which only servers know: a leader that follows one which died after it started a game for them finds
 * that game, and starts no second one.
 */
function commandIdOf(group: readonly PoolEntry[]): CommandId {
  const ids = group.map(({ id }) => id).sort();
  return CommandId.parse(createHash('sha256').update(ids.join(' ')).digest('base64url').slice(0, 32));
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
