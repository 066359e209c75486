import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type GameId,
  type GameRow,
  gamesOfSeek,
  isComputer,
  MINUTE_MS,
  type OpenSeek,
  type Player,
  type PlayerId,
  type Refusal,
  type Reply,
  rateableAs,
  type Seek,
  seekKey,
} from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Meetings } from '../accounts/meetings.ts';
import type { CheckEligibility } from '../game-service/requests.ts';
import type { GameService } from '../game-service/service.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createAcceptances } from './acceptances.ts';
import type { Lobby } from './lobby.ts';
import { type Candidate, candidateFor, canPair, pair, type Seeker } from './pairing.ts';
import { createSeating } from './seating.ts';
import { createSeeks, openSeek, type PairingBroadcasts, type StoredSeek } from './seeks.ts';
import { cachedSoughtGames, settingsOf } from './sought-games.ts';

/** Pairing repeats because rating ranges widen while players wait. */
const PAIR_EVERY_MS = 1_000;

/** Seeks expire after this time: the player may have left the page open. */
const MAX_WAIT_MS = 60 * MINUTE_MS;

type PoolEntry = Omit<StoredSeek, 'blocked'> & Seeker;

type Dependencies = {
  readonly cluster: Pick<Cluster, 'bus' | 'state' | 'isFullyConnected'>;
  readonly isLeader: () => boolean;
  readonly service: GameService;
  readonly lobby: Pick<Lobby, 'tables' | 'onStarted' | 'setSeeker' | 'deleteSeeker'>;
  readonly meetings: Pick<Meetings, 'apartFrom'>;
  readonly onBlocksChanged: (listener: (players: readonly PlayerId[]) => void) => void;
  readonly ratingsOf: RatingsOf;
  readonly checkEligibility: CheckEligibility;
  readonly isHostConnected: (player: PlayerId) => boolean;
  readonly broadcasts: PairingBroadcasts;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type PairingPool = ReturnType<typeof createPairingPool>;

/**
 * Every node accepts seeks and knows all of them; the leader pairs. While some nodes are unreachable, it pairs only its
 * own players: others may be gone and could not be notified.
 */
export function createPairingPool(dependencies: Dependencies) {
  const { cluster, isLeader, service, lobby, meetings, ratingsOf, checkEligibility } = dependencies;
  const { isHostConnected, broadcasts, scheduler, reportError } = dependencies;
  const { now, every } = scheduler;
  const seeks = createSeeks({ cluster, lobby, broadcasts, scheduler, reportError });
  const seating = createSeating({ cluster, isLeader, service, meetings, seeks, now, reportError });
  const acceptances = createAcceptances({
    bus: cluster.bus,
    isLeader,
    seat: seating.acceptSeek,
    scheduler,
    reportError,
  });
  const stopPairing = every(PAIR_EVERY_MS, pairAll);
  let immediate: NodeJS.Immediate | undefined;

  seeks.onOpen(() => {
    if (isLeader()) immediate ??= setImmediate(pairAll);
  });

  dependencies.onBlocksChanged((players) => {
    for (const player of players) if (seeks.isHere(player)) rereadBlocks(player).catch(reportError);
  });

  // Players whose game with a clock starts stop waiting for another.
  lobby.onStarted(({ id, settings, seats }) => {
    if (!isLeader() || settings.time?.kind !== 'clock') return;
    const players = seats.flatMap(({ player }) => (player === null || isComputer(player) ? [] : [player.id]));
    if (players.length < 2) return;
    const waiting = players.flatMap((player) => (seating.isBeingSeated(player) ? [] : (seeks.of(player) ?? [])));
    seeks.end(waiting, { why: 'seated', gameId: id });
  });

  async function rereadBlocks(player: PlayerId): Promise<void> {
    const blocked = await meetings.apartFrom(player);
    const seek = seeks.of(player);
    if (seek !== undefined) seeks.change({ ...seek, blocked: [...blocked] });
  }

  function unpaired(): PoolEntry[] {
    const isFullyConnected = cluster.isFullyConnected();
    return [...seeks.all()]
      .filter(({ player }) => !seating.isBeingSeated(player.id) && (isFullyConnected || seeks.isHere(player.id)))
      .map((seek) => ({ ...seek, games: cachedSoughtGames(seek), blocked: seating.blockedOf(seek) }));
  }

  function pairAll(): void {
    immediate = undefined;
    if (!isLeader()) return;
    const expired = unpaired().filter(({ since }) => now() - since > MAX_WAIT_MS);
    seeks.end(expired, { why: 'expired' });
    for (const entry of unpaired().sort((a, b) => a.since - b.since)) {
      const matchingTables = [...entry.games.keys()].flatMap((key) =>
        lobby.tables.matching(key).filter((row) => canJoinTable(row, candidateFor(entry, key))),
      );
      if (matchingTables.length > 0) seating.seatAtTable(entry, matchingTables);
    }
    for (const group of pair(unpaired(), now())) seating.startGame(group);
  }

  function canJoinTable({ seats, settings, createdAt }: GameRow, seeker: Candidate): boolean {
    if (seats.some(({ player, reserved }) => [player, reserved].some((each) => each !== null && isComputer(each)))) {
      return false; // seekers play only people
    }
    const others = seats.flatMap(({ player, reserved, rating }) => {
      const other = player ?? reserved;
      const value = rating?.value ?? null;
      return other === null ? [] : [{ player: other, rating: value, since: createdAt, blocked: NOBODY }];
    });
    const isHere = settings.time?.kind !== 'clock' || others.some(({ player }) => isHostConnected(player.id));
    return isHere && others.every((other) => canPair(seeker, other, now()));
  }

  async function join(player: Player, connection: object, seek: Seek, address: string) {
    if (seek.rated && rateableAs(seek) === null) return err({ code: 'not-rateable' } as const);
    const kinds = new Set(gamesOfSeek(seek).flatMap((game) => rateableAs(game) ?? []));
    const [ineligible, blocked, ratings] = await Promise.all([
      checkEligibility(player, settingsOf(seek)),
      meetings.apartFrom(player.id),
      Promise.all([...kinds].map(async (kind) => [kind, (await ratingsOf([player.id], kind)).get(player.id)] as const)),
    ]);
    if (ineligible !== undefined) return err(ineligible);
    const known = seeks.of(player.id);
    if (known !== undefined && seating.isBeingSeated(player.id)) return ok(openSeek(known)); // too late for another seek
    const key = seekKey(seek);
    const isSame = known !== undefined && seekKey(known.seek) === key;
    const since = isSame ? known.since : (seeks.recentSince(player.id, key) ?? now());
    const id = isSame && isDeepStrictEqual(known.seek, seek) ? known.id : randomUUID();
    const rated = Object.fromEntries(ratings.filter(([, rating]) => rating !== undefined));
    const askedAt = Math.max(now(), (known?.askedAt ?? 0) + 1);
    seeks.open({ id, player, seek, address, since, askedAt, ratings: rated, blocked: [...blocked] }, connection);
    return ok({ seek, since });
  }

  return {
    /** Replaces the player's seek. A repeated seek keeps its start time. */
    join,

    /** Resumes the current or a recent seek on a new connection. */
    async resume(
      player: Player,
      connection: object,
      wanted: OpenSeek | null,
      address: string,
    ): Promise<Result<Reply<'pairing:resume'>, Refusal>> {
      const open = seeks.of(player.id);
      if (open !== undefined) {
        seeks.open(open, connection);
        return ok({ open: openSeek(open) });
      }
      const end = wanted === null ? undefined : seeks.endOf(player.id, wanted.since);
      if (wanted === null || end !== undefined) return ok({ open: null, ...(end !== undefined && { end }) });
      const joined = await join(player, connection, wanted.seek, address);
      return joined.ok ? ok({ open: joined.value }) : joined;
    },

    /** Of two concurrent calls for one seek, one is rejected. */
    async accept(by: Player, of: PlayerId, game: Seek, address: string): Promise<Result<{ gameId: GameId }, Refusal>> {
      const ineligible = await checkEligibility(by, settingsOf(game));
      if (ineligible !== undefined) return err(ineligible);
      const seated = await acceptances.request({ by, of, game, address });
      return seated.ok ? ok({ gameId: seated.value }) : seated;
    },

    leave(player: PlayerId): void {
      const seek = seeks.of(player);
      if (seek !== undefined) seeks.end([seek], { why: 'left' });
      else broadcasts.seek(player, null);
    },

    disconnect: seeks.disconnect,

    close(): void {
      seeks.close();
      acceptances.close();
      stopPairing();
      clearImmediate(immediate);
    },
  };
}

/** Seated players need no blocks here: the seeker's blocks cover both directions. */
const NOBODY: ReadonlySet<PlayerId> = new Set();
