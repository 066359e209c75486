import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type GameStore, HEALTH_PROBE_NODE } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import { everyone } from './access.ts';
import type { Readiness } from './readiness.ts';
import { type Router, text } from './route.ts';

/** The database is asked at most once in this time, in ms: each question writes a row on the connection of appends. */
const FRESH_MS = 100;

/** A database that takes longer to save one row is not ready, in ms; load balancers give up after one or two seconds. */
const PROBE_TIMEOUT_MS = 1_000;

type Dependencies = {
  readonly games: Pick<GameStore, 'saveHeartbeat'>;
  readonly readiness: Pick<Readiness, 'phase'>;
  readonly service: Pick<GameService, 'isUnavailable'>;
  readonly now: () => number;
};

type Unready = 'starting' | 'stopping' | 'database';

/**
 * For monitoring and load balancers: `/health` is whether the process answers, `/ready` whether it may be sent traffic. Nobody
 * is authenticated for them, so that the first needs no database.
 */
export function addHealthRoutes({ tagged }: Router, { games, readiness, service, now }: Dependencies): void {
  const route = tagged('Service');
  let latest: { readonly at: number; readonly saved: boolean } | undefined;
  let pendingProbe: Promise<boolean> | undefined;

  /** Writes a row: a database with a full disk, or one that is read-only, still answers queries. */
  async function probe(): Promise<boolean> {
    const saved = await games.saveHeartbeat(HEALTH_PROBE_NODE).then(
      () => true,
      () => false,
    );
    latest = { at: now(), saved };
    pendingProbe = undefined;
    return saved;
  }

  /** Whether the database saves now. Concurrent requests share one question, also one that is not answered in time. */
  async function canSave(): Promise<boolean> {
    if (service.isUnavailable()) return false; // probes find out when it is back, within a quarter of a second
    if (pendingProbe === undefined && latest !== undefined && Math.abs(now() - latest.at) <= FRESH_MS)
      return latest.saved;
    pendingProbe ??= probe();
    return Promise.race([pendingProbe, sleep(PROBE_TIMEOUT_MS, false, { ref: false })]);
  }

  const ownState = (): Unready | undefined => (readiness.phase === 'started' ? undefined : readiness.phase);

  /** What the node says of itself is asked again after the database: it may have begun to stop meanwhile. */
  const unreadyReason = async () => ownState() ?? ((await canSave()) ? ownState() : 'database');

  route('GET', '/health', {
    operationId: 'getHealth',
    access: everyone('read'),
    anonymous: true,
    summary: 'Whether the server is alive',
    description: 'Asks nothing of the database: who does not answer this is to be started anew.',
    reply: z.object({ alive: z.literal(true) }),
    handler: async () => ({ alive: true as const }),
  });

  route('GET', '/ready', {
    operationId: 'getReadiness',
    access: everyone('read'),
    anonymous: true,
    summary: 'Whether the server may be sent traffic',
    description:
      'It has started, does not stop, and can save games. Else 503 and one word: `starting`, `stopping` or `database`.',
    reply: text('text/plain', 'The word `ready`.'),
    refusals: 'text',
    handler: async ({ reply }) => {
      const reason = await unreadyReason();
      return reason === undefined ? sendState(reply, 'ready') : sendState(reply.code(503), reason);
    },
  });
}

const sendState = (reply: FastifyReply, state: Unready | 'ready') =>
  reply.type('text/plain; charset=utf-8').send(`${state}\n`);
