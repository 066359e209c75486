import { type GameId, type GameRow, type PlayerId, type Refusal, type Seek, seekKey } from '@terrace/protocol';
import { err, type Result } from '@terrace/rules';
import { LRUCache } from 'lru-cache';
import type { Meetings } from '../accounts/meetings.ts';
import type { GameService } from '../game-service/service.ts';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { Acceptance } from './acceptances.ts';
import { seatsOf } from './pairing.ts';
import type { Seeks, StoredSeek } from './seeks.ts';
import { atRandomSides, cachedSoughtGames, commandIdOfGroup, settingsOf, type WaitingPlayer } from './sought-games.ts';

/** Seeks for which newer blocks are cached. */
const MAX_REREAD = 1_000;

type SeekGroup = { readonly game: Seek; readonly seekers: readonly WaitingPlayer[] };

type Dependencies = {
  readonly cluster: Pick<Cluster, 'isFullyConnected'>;
  readonly isLeader: () => boolean;
  readonly service: Pick<GameService, 'command' | 'createGame'>;
  readonly meetings: Pick<Meetings, 'apartFrom'>;
  readonly seeks: Pick<Seeks, 'of' | 'isHere' | 'end'>;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
};

export function createSeating({ cluster, isLeader, service, meetings, seeks, now, reportError }: Dependencies) {
  const inFlight = new Set<PlayerId>();
  /** Blocks read again since the seek was created, by seek id. */
  const blockedSince = new LRUCache<string, ReadonlySet<PlayerId>>({ max: MAX_REREAD });

  /** If `seat` returns no game, the group continues to wait. */
  function seatGroup(group: readonly WaitingPlayer[], seat: () => Promise<GameId | undefined>): void {
    for (const { player } of group) inFlight.add(player.id);
    seat()
      .then((gameId) => {
        if (gameId !== undefined) seeks.end(group, { why: 'paired', gameId });
      })
      .catch(reportError)
      .finally(() => {
        for (const { player } of group) inFlight.delete(player.id);
      });
  }

  async function joinTable(entry: WaitingPlayer, matchingTables: readonly GameRow[]): Promise<GameId | undefined> {
    const { player, address } = entry;
    const blocked = await meetings.apartFrom(player.id);
    const command = { type: 'sit', side: null } as const;
    for (const { id, seats } of matchingTables) {
      if (seats.some((other) => other.player !== null && blocked.has(other.player.id))) continue;
      const sat = await service.command({ gameId: id, by: player, command, arrivedAt: now(), address });
      if (sat.ok) return id;
      removeFull([entry], sat.error);
      if (seeks.of(player.id)?.id !== entry.id) return undefined;
    }
    return undefined;
  }

  async function startGame({ game, seekers }: SeekGroup): Promise<GameId | undefined> {
    const blocked = await Promise.all(seekers.map(({ player }) => meetings.apartFrom(player.id)));
    if (seekers.some(({ player }) => blocked.some((others) => others.has(player.id)))) {
      for (const [i, { id }] of seekers.entries()) blockedSince.set(id, blocked[i]); // blocked after joining
      return undefined;
    }
    const started = await create(game, seekers);
    if (started?.ok) return started.value;
    if (started !== undefined) removeFull(seekers, started.error);
    return undefined;
  }

  /** Undefined if another node has become the leader. */
  async function create(game: Seek, group: readonly WaitingPlayer[]): Promise<Result<GameId, Refusal> | undefined> {
    const players = group.map(({ player }) => player);
    const [first, ...others] = atRandomSides(game, players);
    if (first === undefined || !isLeader()) return undefined;
    const commandId = commandIdOfGroup(group);
    const addresses = new Map(group.map(({ player, address }) => [player.id, address]));
    const seating = [first, ...others] as const;
    return service.createGame({ commandId, settings: settingsOf(game), seating, addresses });
  }

  /** Ends seeks of players at their game limit, whose groups would be rejected repeatedly. @returns their number */
  function removeFull(group: readonly WaitingPlayer[], refusal: Refusal): number {
    if (refusal.code !== 'too-many-seats' && refusal.code !== 'too-many-from-address') return 0;
    const full = group.filter(({ player }) => player.name === refusal.name);
    seeks.end(full, { why: 'refused', refusal });
    return full.length;
  }

  return {
    isBeingSeated: (player: PlayerId): boolean => inFlight.has(player),

    blockedOf: ({ id, blocked }: Pick<StoredSeek, 'id' | 'blocked'>): ReadonlySet<PlayerId> =>
      blockedSince.get(id) ?? new Set(blocked),

    seatAtTable: (entry: WaitingPlayer, tables: readonly GameRow[]): void =>
      seatGroup([entry], () => joinTable(entry, tables)),

    startGame: (group: SeekGroup): void => seatGroup(group.seekers, () => startGame(group)),

    /** Undefined if the caller should retry. */
    async acceptSeek({ id, by, address, of, game }: Acceptance): Promise<Result<GameId, Refusal> | undefined> {
      const over = err({ code: 'seek-over' } as const);
      const seek = seeks.of(of);
      if (seek === undefined || of === by.id || inFlight.has(of)) return over;
      if (inFlight.has(by.id) || (!cluster.isFullyConnected() && !seeks.isHere(of))) return undefined;
      if (seatsOf(game) !== 2 || !cachedSoughtGames(seek).has(seekKey(game))) return over;
      for (const player of [of, by.id]) inFlight.add(player);
      try {
        if ((await meetings.apartFrom(by.id)).has(of)) return over;
        const started = await create(game, [seek, { id, player: by, address }]);
        if (started === undefined) return undefined;
        if (!started.ok) return removeFull([seek], started.error) > 0 ? over : started;
        seeks.end([seek, { id, player: by }], { why: 'paired', gameId: started.value });
        return started;
      } finally {
        for (const player of [of, by.id]) inFlight.delete(player);
      }
    },
  };
}
