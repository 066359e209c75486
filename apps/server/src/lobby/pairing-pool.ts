import { randomInt, randomUUID } from 'node:crypto';
import type { Reservation } from '@terrace/game';
import {
  CommandId,
  DEFAULT_SETTINGS,
  type GameId,
  type GameRow,
  type OpenSeek,
  type Player,
  type PlayerId,
  type Refusal,
  rateableAs,
  type Seek,
  type Settings,
} from '@terrace/protocol';
import { err, ok, type Result, SETUPS, type Side } from '@terrace/rules';
import type { CheckEligibility, GameService } from '../game/service.ts';
import type { BlockStore } from '../game/store.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import type { Lobby } from './lobby.ts';
import { fit, pair, type Seeker, seekKey } from './pairing.ts';

/** How often to look again, in ms: ranges widen while people wait. */
const EVERY = 1_000;

/** To all tabs of some players. */
export type PairingBroadcasts = {
  seek(player: PlayerId, open: OpenSeek | null): void;
  paired(players: readonly PlayerId[], gameId: GameId): void;
};

type Waiting = Seeker & {
  readonly key: string;
  readonly connections: Set<object>;
  /** Being seated at this moment, so to be offered to nobody else. */
  busy: boolean;
};

type Services = {
  readonly service: GameService;
  readonly lobby: Pick<Lobby, 'tables' | 'countSeek'>;
  readonly blocks: BlockStore;
  readonly ratingsOf: RatingsOf;
  readonly admission: CheckEligibility;
  /** Whether somebody is here to play with. */
  readonly isHere: (player: PlayerId) => boolean;
  readonly tell: PairingBroadcasts;
  readonly now: () => number;
  readonly report: (fault: unknown) => void;
};

export type PairingPool = ReturnType<typeof createPairingPool>;

/** Those who wait at this node to be paired, once each, however many tabs they have. */
export function createPairingPool({
  service,
  lobby,
  blocks,
  ratingsOf,
  admission,
  isHere,
  tell,
  now,
  report,
}: Services) {
  const pool = new Map<PlayerId, Waiting>();
  const crowds = new Map<string, number>();
  const gone = new WeakSet<object>();
  const timer = setInterval(look, EVERY);
  let looking: NodeJS.Immediate | undefined;

  function count({ key, seek }: Waiting, more: number): void {
    const waiting = (crowds.get(key) ?? 0) + more;
    if (waiting > 0) crowds.set(key, waiting);
    else crowds.delete(key);
    lobby.countSeek(key, seek, waiting);
  }

  function put(one: Waiting): void {
    pool.set(one.player.id, one);
    count(one, 1);
  }

  function remove(player: PlayerId): void {
    const one = pool.get(player);
    if (one !== undefined && pool.delete(player)) count(one, -1);
  }

  const idle = () => [...pool.values()].filter(({ busy }) => !busy);

  /** Brings together whoever fits, at a table that stands open already or at a new one. */
  function look(): void {
    looking = undefined;
    for (const one of idle().sort((a, b) => a.since - b.since)) {
      const fitting = lobby.tables.matching(one.key).filter((row) => suits(row, one));
      if (fitting.length > 0) arrange([one], () => seat(one, fitting));
    }
    for (const group of pair(idle(), now())) arrange(group, () => begin(group));
  }

  /** Seats people, who are then gone from here; if nothing comes of it, they wait on. */
  function arrange(group: readonly Waiting[], seating: () => Promise<GameId | undefined>): void {
    for (const one of group) one.busy = true;
    seating()
      .then((gameId) => {
        if (gameId === undefined) return;
        const players = group.map(({ player }) => player.id);
        for (const player of players) {
          remove(player);
          tell.seek(player, null);
        }
        tell.paired(players, gameId);
      })
      .catch(report)
      .finally(() => {
        for (const one of group) one.busy = false;
      });
  }

  function suits({ seats, createdAt }: GameRow, one: Waiting): boolean {
    const people = seats.flatMap(({ player, reserved, rating }) => {
      const who = player ?? reserved;
      const value = rating?.value ?? null;
      return who === null ? [] : [{ player: who, rating: value, since: createdAt, apart: NOBODY }];
    });
    return people.every((other) => fit(one, other, now())) && people.some(({ player }) => isHere(player.id));
  }

  /** Sits somebody down at the first table that still has a seat. */
  async function seat({ player }: Waiting, fitting: readonly GameRow[]): Promise<GameId | undefined> {
    const apart = await blocks.blockedEitherWay(player.id);
    const command = { type: 'sit', side: null } as const;
    for (const { id, seats } of fitting) {
      if (seats.some((other) => other.player !== null && apart.has(other.player.id))) continue;
      const sat = await service.command({ gameId: id, by: player, command, arrivedAt: now() });
      if (sat.ok) return id;
    }
    return undefined;
  }

  async function begin(group: readonly Waiting[]): Promise<GameId | undefined> {
    const apart = await Promise.all(group.map(({ player }) => blocks.blockedEitherWay(player.id)));
    if (group.some((one) => apart.some((others) => others.has(one.player.id)))) {
      for (const [i, one] of group.entries()) one.apart = apart[i] ?? one.apart; // somebody was blocked since they came
      return undefined;
    }
    const seek = group[0]?.seek;
    const [first, ...others] = atRandomSides(group);
    if (first === undefined || seek === undefined) return undefined;
    const settings = settingsOf(seek);
    const commandId = CommandId.parse(randomUUID());
    const begun = await service.createGame({ commandId, settings, seating: [first, ...others], arrivedAt: now() });
    return begun.ok ? begun.value : undefined;
  }

  return {
    /** Waits for this, or instead of something else for this. Who waited for it already has not waited in vain. */
    async join(player: Player, connection: object, seek: Seek): Promise<Result<OpenSeek, Refusal>> {
      const kind = rateableAs(seek);
      if (seek.rated && kind === null) return err({ code: 'not-rateable' });
      const [hindrance, apart, ratings] = await Promise.all([
        admission(player, settingsOf(seek)),
        blocks.blockedEitherWay(player.id),
        kind === null ? undefined : ratingsOf([player.id], kind),
      ]);
      if (hindrance !== undefined) return err(hindrance);
      const [key, known] = [seekKey(seek), pool.get(player.id)];
      if (known?.busy) return ok({ seek: known.seek, since: known.since }); // too late for another seek
      const since = known?.key === key ? known.since : now();
      const open = { seek, since };
      if (gone.has(connection)) return ok(open); // it went while we read
      const connections = (known?.connections ?? new Set()).add(connection);
      remove(player.id);
      const rating = ratings?.get(player.id)?.value ?? null;
      put({ player, seek, key, since, rating, apart, connections, busy: false });
      tell.seek(player.id, open);
      looking ??= setImmediate(look);
      return ok(open);
    },

    leave(player: PlayerId): void {
      remove(player);
      tell.seek(player, null);
    },

    /** A connection broke off. Who has no other that asked is gone. */
    disconnect(connection: object): void {
      gone.add(connection);
      for (const { connections, player } of pool.values()) {
        if (connections.delete(connection) && connections.size === 0) remove(player.id);
      }
    },

    close(): void {
      clearInterval(timer);
      clearImmediate(looking);
    },
  };
}

const settingsOf = (seek: Seek): Settings => ({ ...DEFAULT_SETTINGS, ...seek });

/** At tables the other side's blocks are the seeker's own: they are read for both. */
const NOBODY: ReadonlySet<PlayerId> = new Set();

/** Everybody at a side by lot. */
function atRandomSides(group: readonly Seeker[]): Reservation[] {
  const sides: Side[] = [...(group[0] === undefined ? [] : SETUPS[group[0].seek.setup].seats)];
  return group.flatMap(({ player }) => {
    const [side] = sides.splice(randomInt(Math.max(1, sides.length)), 1);
    return side === undefined ? [] : [{ side, player }];
  });
}
