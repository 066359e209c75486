import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type GameStore, HEALTH_PROBE_NODE } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { PlayClient, PlayState } from '../pages/play-client.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { everyone } from './access.ts';
import type { Readiness } from './readiness.ts';
import { type Router, text } from './route.ts';

/** How long a probe's result is reused: each probe writes a row on the connection of appends. */
const FRESH_MS = 100;

/** The time to save one row after which the node is not ready. Load balancers give up after 1 to 2 s. */
const PROBE_TIMEOUT_MS = 1_000;

/** How long a check of play is reused. */
const PLAY_FRESH_MS = 1_000;

type Dependencies = {
  readonly games: Pick<GameStore, 'saveHeartbeat'>;
  readonly readiness: Pick<Readiness, 'phase'>;
  readonly service: Pick<GameService, 'isUnavailable'>;
  readonly machine: Pick<Scheduler, 'elapsed' | 'after'>;
};

type Unready = 'starting' | 'stopping' | 'database' | 'pages' | 'jobs' | Exclude<PlayState, 'ok'>;

/** `/health`: the process responds. `/ready`: it may receive traffic. Neither needs authentication. */
export function addHealthRoutes({ tagged }: Router, { games, readiness, service, machine }: Dependencies): void {
  const { elapsed, after } = machine;
  const route = tagged('Service');
  let latest: { readonly at: number; readonly saved: boolean } | undefined;
  let pendingProbe: Promise<boolean> | undefined;

  /** Writes a row, because a database with a full disk or in read-only mode still answers queries. */
  async function probe(): Promise<boolean> {
    const saved = await games.saveHeartbeat(HEALTH_PROBE_NODE).then(
      () => true,
      () => false,
    );
    latest = { at: elapsed(), saved };
    pendingProbe = undefined;
    return saved;
  }

  /** Whether the database can save. Concurrent requests share one probe, even one that timed out. */
  async function canSave(): Promise<boolean> {
    if (service.isUnavailable()) return false; // the service's own probes notice a recovery within 250 ms
    if (pendingProbe === undefined && latest !== undefined && elapsed() - latest.at <= FRESH_MS) return latest.saved;
    pendingProbe ??= probe();
    const { promise: late, resolve } = Promise.withResolvers<false>();
    const cancel = after(PROBE_TIMEOUT_MS, () => resolve(false));
    return Promise.race([pendingProbe, late]).finally(cancel);
  }

  const ownState = (): Unready | undefined => (readiness.phase === 'started' ? undefined : readiness.phase);

  /** Reads the node's state again after the probe, because the node may have begun to stop. */
  const unreadyReason = async () => ownState() ?? ((await canSave()) ? ownState() : 'database');

  route('GET', '/health', {
    operationId: 'getHealth',
    access: everyone('read'),
    anonymous: true,
    summary: 'Whether the server is alive',
    description: 'Does not use the database. Restart a server that fails this check.',
    reply: z.object({ alive: z.literal(true) }),
    handler: async () => ({ alive: true as const }),
  });

  route('GET', '/ready', {
    operationId: 'getReadiness',
    replyExample: 'ready',
    access: everyone('read'),
    anonymous: true,
    summary: 'Whether the server may receive traffic',
    description:
      'The server has started, is not stopping and can save games. Otherwise 503 and the reason: `starting`, `stopping` or `database`.',
    reply: text('text/plain', 'The word `ready`.'),
    refusals: 'text',
    handler: async ({ reply }) => {
      const reason = await unreadyReason();
      return reason === undefined ? sendState(reply, 'ready') : sendState(reply.code(503), reason);
    },
  });
}

type AwayFromPlay = {
  readonly readiness: Pick<Readiness, 'phase'>;
  /** The part whose process is down. */
  readonly down: () => 'pages' | 'jobs' | undefined;
  readonly check: PlayClient['check'];
  readonly log: Logger;
};

const WITHOUT_PLAY: Readonly<Record<Exclude<PlayState, 'ok'>, string>> = {
  play: 'no server of play answers at PLAY_URL',
  secret: 'the server at PLAY_URL has another SESSION_SECRET',
  clock: 'the clocks of this server and of the one at PLAY_URL differ by two minutes or more',
};

/** The same on a server without play, which needs a server of play. */
export function addHealthWithoutPlay({ tagged }: Router, { readiness, down, check, log }: AwayFromPlay): void {
  const route = tagged('Service');
  let latest: { readonly at: number; readonly state: Promise<PlayState> } | undefined;
  let logged: PlayState = 'ok';

  /** Requests share a check for a second. */
  function stateOfPlay(): Promise<PlayState> {
    const at = performance.now();
    if (latest === undefined || at - latest.at > PLAY_FRESH_MS) latest = { at, state: check().then(logChange) };
    return latest.state;
  }

  function logChange(state: PlayState): PlayState {
    if (state !== 'ok' && state !== logged) log.error(WITHOUT_PLAY[state]);
    if (state === 'ok' && logged !== 'ok') log.warn('the server at PLAY_URL answers again');
    logged = state;
    return state;
  }

  async function unreadyReason(): Promise<Unready | undefined> {
    if (readiness.phase !== 'started') return readiness.phase;
    const part = down();
    if (part !== undefined) return part;
    const state = await stateOfPlay();
    return state === 'ok' ? undefined : state;
  }

  route('GET', '/health', {
    operationId: 'getHealth',
    access: everyone('read'),
    anonymous: true,
    summary: 'Whether the server is alive',
    description: 'Restart a server that fails this check.',
    reply: z.object({ alive: z.literal(true) }),
    handler: async () => ({ alive: true as const }),
  });
  route('GET', '/ready', {
    operationId: 'getReadiness',
    access: everyone('read'),
    anonymous: true,
    summary: 'Whether the server may receive traffic',
    description: 'Otherwise 503 and the reason: `starting`, `stopping`, `pages`, `jobs`, `play`, `secret` or `clock`.',
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
