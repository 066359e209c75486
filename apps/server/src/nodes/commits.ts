import { changesPlayers } from '@terrace/game';
import { computerStrength, GameId, LoggedEvent, type PlayerId, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import { playersOf } from '../game-service/summary.ts';
import type { RecoverFromGaps } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { singleFlight } from '../runtime/single-flight.ts';
import type { Cluster } from './cluster.ts';

/** Followed games are compared with Postgres this often, in case Redis has lost a message unnoticed. */
const CHECK_EVERY_MS = 10 * SECOND_MS;

/** `at` is the time of publication, in ms since 1970. */
const Commit = z.object({ events: z.array(LoggedEvent), at: z.number() });

/** A game in which the players have changed, and the last event before that. */
const PlayersChanged = z.object({ gameId: GameId, after: z.int().nonnegative() });

type Dependencies = {
  readonly cluster: Pick<Cluster, 'bus' | 'games' | 'players' | 'isAlone'>;
  readonly recoverFromGaps: RecoverFromGaps;
  /** Calls `listener` when the other nodes know that this one follows a game, after which they send their commits. */
  readonly onAnswered: (listener: (gameId: GameId) => void) => void;
  readonly service: Pick<GameService, 'receive' | 'catchUp' | 'openedSince'>;
  readonly now: () => number;
  readonly machine: Pick<Scheduler, 'every'>;
  readonly onReceived: (lagMs: number) => void;
  readonly reportError: (error: unknown) => void;
};

export type Commits = ReturnType<typeof createCommits>;

/**
 * Publishes this node's commits to the nodes that follow the game, and receives those of games followed here. The log
 * shows what was missed: it is read once the other nodes know that a game is followed, after a gap, and from time to time.
 */
export function createCommits(dependencies: Dependencies) {
  const { cluster, recoverFromGaps, onAnswered, service, now, machine, onReceived, reportError } = dependencies;
  const { bus, games, players, isAlone } = cluster;
  const commits = bus.scopedTopic('game', 'commit', Commit);
  const playersChanged = bus.scopedTopic('player', 'players-changed', PlayersChanged);
  /** The last known event of each followed game. */
  const known = new Map<GameId, number>();
  let follow: (player: PlayerId, gameId: GameId) => Promise<void> = async () => undefined;
  let unchecked = new Set<GameId>();
  let stopChecking: Cancel | undefined;

  const { request: check, close: closeCheck } = singleFlight(async () => {
    const ids = [...unchecked].filter(games.has);
    unchecked = new Set();
    try {
      await catchUp(ids);
    } catch (error) {
      for (const id of ids) unchecked.add(id); // the next check retries
      throw error;
    }
  }, exceptDatabaseFaults(reportError));

  async function catchUp(ids: readonly GameId[]): Promise<void> {
    const seqs = await service.catchUp(new Map(ids.map((id) => [id, known.get(id)])));
    for (const [id, seq] of seqs) setKnown(id, seq);
  }

  function setKnown(id: GameId, seq: number): void {
    if (games.has(id)) known.set(id, Math.max(seq, known.get(id) ?? 0));
  }

  commits.on((gameId, { events, at }) => {
    if (!games.has(gameId)) return;
    onReceived(now() - at);
    service.receive(gameId, events).catch(exceptDatabaseFaults(reportError)); // the next check retries
  });
  playersChanged.on((player, { gameId, after }) => {
    followFor(player, gameId, after).catch(exceptDatabaseFaults(reportError));
  });

  games.onFollow((id, seq) => {
    if (!isAlone && seq !== undefined) known.set(id, seq);
  });
  onAnswered((id) => {
    unchecked.add(id);
    check();
  });
  games.onUnfollow((id) => void known.delete(id));

  async function followFor(player: PlayerId, gameId: GameId, after: number): Promise<void> {
    await follow(player, gameId);
    await service.catchUp(new Map([[gameId, after]]));
  }

  const recovery = recoverFromGaps(async (since) => {
    await catchUp([...games.keys()]);
    for (const { id, players: seated } of await service.openedSince(since)) {
      for (const player of seated) if (players.has(player)) await followFor(player, id, 0);
    }
  });

  return {
    /** @param listener follows a game whose players another node has changed, for one of them */
    onPlayersChanged(listener: typeof follow): void {
      follow = listener;
    },

    publish({ isLocal, gameId, before, events, summary }: Committed): void {
      if (isAlone) return;
      setKnown(gameId, summary.seq);
      if (!isLocal) return;
      commits.publish(gameId, { events: [...events], at: now() });
      if (!changesPlayers(events)) return;
      const players = new Set([...playersOf(before?.seats ?? []), ...playersOf(summary.seats)]);
      for (const player of players) {
        if (computerStrength(player) === undefined) playersChanged.publish(player, { gameId, after: before?.seq ?? 0 });
      }
    },

    start(): void {
      recovery.start();
      if (isAlone) return;
      stopChecking = machine.every(CHECK_EVERY_MS, () => {
        for (const id of games.keys()) unchecked.add(id);
        check();
      });
    },

    async close(): Promise<void> {
      stopChecking?.();
      recovery.close();
      await closeCheck();
    },
  };
}
