import { setTimeout as delay } from 'node:timers/promises';
import { currentPosition, type GameState } from '@terrace/game';
import type { GameId } from '@terrace/protocol';
import { legalMoves, squareName } from '@terrace/rules';
import { guestCookie } from '../apps/server/src/testing/guest.ts';
import { atRate, type Measured, measured, type Pair } from '../bench/moves/load.ts';
import { noViolations, openChecks, type Violations } from './check.ts';
import { type ChaosClient, newCommandId, openClient } from './client.ts';
import { begin, type Played } from './play.ts';
import { SECRET, startProduct } from './product.ts';
import { createRandom, type Random } from './random.ts';

export type RollingOptions = {
  readonly games: number;
  readonly perSecond: number;
  /** How long games continue before the first restart and after each one. */
  readonly quietMs: number;
  readonly onProgress: (line: string) => void;
};

export type RollingReport = {
  /** Acknowledgement times before the first restart, and from then to the end of the last one. */
  readonly before: Measured;
  readonly during: Measured;
  /** From the stop signal of each node until it is ready for traffic again. */
  readonly restartMs: readonly number[];
  readonly acked: number;
  readonly resent: number;
  readonly refused: number;
  /** Connections that moved to another node in time, and those that were closed before. */
  readonly moved: number;
  readonly lost: number;
  readonly violations: Violations;
};

/** Restarts one node after the other while games continue at a steady rate. */
export async function runRolling({ games, perSecond, quietMs, onProgress }: RollingOptions): Promise<RollingReport> {
  const product = await startProduct(2);
  const over = new AbortController();
  const played: Played = { acked: [], games: [], runOut: new Set() };
  const violations = noViolations();
  const checks = openChecks(product.databaseUrl);
  const clients = Array.from({ length: 2 * games }, (_, i) =>
    openClient({ url: product.url, cookie: guestCookie(SECRET), number: i + 1, signal: over.signal }),
  );
  try {
    await Promise.all(clients.map(({ connected }) => connected));
    const pairs = Array.from({ length: games }, (_, i): Pair => {
      const [south, north] = [clients[2 * i], clients[2 * i + 1]];
      if (south === undefined || north === undefined) throw new Error('there are two for each game');
      return playedPair(south, north, played, createRandom(i), over.signal);
    });
    await Promise.all(pairs.map((pair) => pair.ready()));
    onProgress(`${games} games at ${perSecond} moves a second`);
    const before = await atRate(pairs, perSecond, quietMs);

    let isRolling = true;
    const times: number[] = [];
    const startedAt = performance.now();
    const playing = (async () => {
      while (isRolling) times.push(...(await atRate(pairs, perSecond, quietMs)).times);
    })();
    playing.catch(() => undefined); // awaited below
    const restartMs: number[] = [];
    for (const [i, node] of product.nodes.entries()) {
      const from = performance.now();
      node.signal('SIGTERM');
      await node.ended;
      await node.restart();
      await node.isWell();
      restartMs.push(performance.now() - from);
      onProgress(`node ${i + 1} restarted in ${((restartMs.at(-1) ?? 0) / 1000).toFixed(1)} s`);
      await Promise.race([delay(quietMs), playing]);
    }
    isRolling = false;
    await playing;
    const during = measured(times, performance.now() - startedAt);
    await checks.checkDelivered(clients, violations.undelivered, 'at the end');
    await checks.checkLogs(played, clients, [], violations);
    const sum = (what: 'resent' | 'refused' | 'moved' | 'lost') =>
      clients.reduce((total, { counts }) => total + counts[what], 0);
    return {
      before,
      during,
      restartMs,
      acked: played.acked.length,
      violations,
      resent: sum('resent'),
      refused: sum('refused'),
      moved: sum('moved'),
      lost: sum('lost'),
    };
  } finally {
    over.abort();
    for (const client of clients) client.close();
    await product.stop();
  }
}

function playedPair(south: ChaosClient, north: ChaosClient, played: Played, random: Random, signal: AbortSignal): Pair {
  let gameId: GameId | undefined;
  let state: GameState | undefined;
  let ply = 0;
  return {
    async ready() {
      for (;;) {
        gameId ??= await begin({ south, north }, played, null);
        if (gameId === undefined) return;
        const id = gameId;
        const mover = ply % 2 === 0 ? south : north;
        state = await mover.until(
          id,
          (now) => now.status === 'over' || (now.status === 'live' && currentPosition(now).ply > ply),
        );
        if (signal.aborted || state?.status === 'live') return;
        for (const client of [south, north]) client.unfollow(id);
        [gameId, ply] = [undefined, 0];
      }
    },
    async play() {
      if (gameId === undefined || state === undefined) return;
      const position = currentPosition(state);
      const move = random.pick(legalMoves(position));
      if (move === undefined) throw new Error('there is no move to make');
      const mover = ply % 2 === 0 ? south : north;
      ply = position.ply;
      const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
      const [commandId, sentAt] = [newCommandId(), Date.now()];
      const request = { gameId, commandId, command: { type: 'move', ply, from, to } } as const;
      const answer = await mover.answered('game:command', request);
      if (answer === 'given up') return;
      if (!answer.ok) throw new Error(`a move was refused: ${answer.refusal.code}`);
      played.acked.push({ gameId, commandId, seq: answer.value.seq, sentAt, answeredAt: Date.now() });
    },
  };
}
