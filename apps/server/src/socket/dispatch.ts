import {
  type Ack,
  type Payload,
  type Refusal,
  type RefusalCode,
  type Reply,
  type RequestName,
  requests,
} from '@terrace/protocol';
import { err, type Result } from '@terrace/rules';
import type { Logger } from 'pino';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import type { Actor } from '../accounts/actor.ts';
import { type Admission, COST, type Group } from '../admission/admission.ts';
import type { Done } from '../admission/concurrency.ts';
import { DatabaseBusy, DatabaseUnavailable } from '../game/store.ts';
import { createRateLimit, type RateLimit } from '../rate-limit.ts';
import { newReference } from '../reference.ts';
import { createUnderWay } from '../under-way.ts';
import type { Contain } from './containment.ts';
import type { Handshake } from './handshakes.ts';
import { createLanes } from './lanes.ts';
import type { SendBuffers } from './send-buffers.ts';

/** Who sent a request, from which address block, through which socket, and when it arrived, in ms since 1970. */
export type RequestContext = {
  readonly actor: Actor | null;
  readonly address: string;
  readonly socket: Socket;
  readonly arrivedAt: number;
  /** Takes what the answer has cost beyond the request, as it turned out, from what its sender may ask next. */
  readonly charge: (cost: number) => void;
  /** Waits for a place in a group, held until `done` resolves. @returns the refusal when too many wait already */
  readonly enter: (group: Group, done: Done) => Promise<Refusal | undefined>;
};

/** Handles one kind of request. The payload has been parsed by its schema. */
export type Handler<N extends RequestName> = (
  payload: Payload<N>,
  context: RequestContext,
) => Promise<Result<Reply<N>, Refusal>>;

export type Handlers<N extends RequestName = RequestName> = { readonly [K in N]: Handler<K> };

type PlayerContext = RequestContext & { readonly actor: Actor };

const hasPlayer = (context: RequestContext): context is PlayerContext => context.actor !== null;

/** A handler that refuses connections without a player. */
export const withPlayer =
  <P, R>(handler: (payload: P, context: PlayerContext) => Promise<Result<R, Refusal>>) =>
  (payload: P, context: RequestContext): Promise<Result<R, Refusal>> =>
    hasPlayer(context) ? handler(payload, context) : Promise.resolve(err({ code: 'no-session' }));

/** Requests that a token with the scope `read` may make; all others need `play`. */
const READ_REQUESTS: ReadonlySet<RequestName> = new Set([
  'game:watch',
  'game:unwatch',
  'lobby:watch',
  'lobby:unwatch',
  'lobby:more',
  'featured:watch',
  'invitations:list',
  'online:list',
  'chat:join',
  'chat:leave',
  'queue:get',
  'time:now',
]);

/**
 * Requests that only give something up. They are carried out above the limit, too: what a page has left would otherwise
 * go on costing.
 */
const LEAVING_REQUESTS: ReadonlySet<RequestName> = new Set([
  'game:unwatch',
  'lobby:unwatch',
  'chat:leave',
  'pairing:leave',
]);

/** Requests above the limit in ten seconds, after which the connection is closed. */
const MAX_REFUSED_IN_TEN_SECONDS = 500;

/** A request that took longer than this is logged, in ms, but not more often than once in as long. */
const SLOW_MS = 1_000;

/** When a connection with too many requests under way may ask again, in ms. */
const RETRY_WHEN_FULL_MS = 1000;

const contracts: { readonly [N in RequestName]: { readonly payload: z.core.$ZodType<Payload<N>> } } = requests;

type Services = {
  readonly handlers: Handlers;
  readonly requestLimit: RateLimit;
  readonly sendBuffers: SendBuffers;
  readonly contain: Contain;
  readonly admission: Admission;
  readonly log: Logger;
  readonly now: () => number;
  /** Is told what each request was answered, `ok` or a refusal's code, and how long that took, in ms; for monitoring. */
  readonly onAnswered: (event: RequestName | 'unknown', answer: 'ok' | RefusalCode, tookMs: number) => void;
};

/** Answers the requests of sockets: each is limited, parsed, handled and acknowledged, and its errors are logged. */
export function createDispatcher({ handlers, requestLimit, sendBuffers, contain, log, ...services }: Services) {
  const { admission, now, onAnswered } = services;
  const lanes = createLanes(sendBuffers);
  const underWay = createUnderWay();
  let slowLoggedAt = Number.NEGATIVE_INFINITY;
  const refusedLimit = createRateLimit({ points: MAX_REFUSED_IN_TEN_SECONDS, duration: 10 });

  function handle<N extends RequestName>(
    name: N,
    raw: unknown,
    context: RequestContext,
  ): Promise<Result<unknown, Refusal>> {
    const payload = z.safeParse(contracts[name].payload, raw);
    return payload.success
      ? handlers[name](payload.data, context)
      : Promise.resolve(err({ code: 'malformed', problem: firstIssue(payload.error) }));
  }

  async function dispatch(event: unknown, raw: unknown, context: RequestContext): Promise<Result<unknown, Refusal>> {
    const { actor, address, socket } = context;
    const key = actor?.player.id ?? address;
    const tooMany = (await admission.charge(address, COST.event)) ?? (await requestLimit.consume(key));
    if (tooMany !== undefined) {
      const farTooMany = (await refusedLimit.consume(key)) !== undefined;
      if (farTooMany) socket.disconnect(true);
      if (farTooMany || !isRequest(event) || !LEAVING_REQUESTS.has(event)) return err(tooMany);
    }
    if (!isRequest(event)) return err({ code: 'unknown-event', event: String(event).slice(0, 40) });
    if (actor !== null && !actor.scopes.includes(READ_REQUESTS.has(event) ? 'read' : 'play')) {
      return err({ code: 'read-only-token' });
    }
    if (lanes.isFull(socket)) return err({ code: 'too-many-requests', retryMs: RETRY_WHEN_FULL_MS });
    return (await lanes.run(socket, event, () => handle(event, raw, context))) ?? err({ code: 'no-session' });
  }

  function refusalOf(error: unknown, event: unknown): Refusal {
    if (error instanceof DatabaseBusy) return { code: 'busy', retryMs: error.retryMs };
    if (error instanceof DatabaseUnavailable) return { code: 'not-saved' };
    const reference = newReference();
    log.error({ err: error, reference, event }, 'a request failed');
    return { code: 'unexpected', reference };
  }

  /** Counts an answer, and logs one that took long. */
  function record(event: unknown, result: Result<unknown, Refusal>, tookMs: number): void {
    const name = isRequest(event) ? event : 'unknown';
    const answer = result.ok ? 'ok' : result.error.code;
    onAnswered(name, answer, tookMs);
    if (tookMs < SLOW_MS || performance.now() - slowLoggedAt < SLOW_MS) return;
    slowLoggedAt = performance.now();
    const reference = !result.ok && result.error.code === 'unexpected' ? result.error.reference : newReference();
    log.warn({ reference, event: name, answer, tookMs: Math.round(tookMs) }, 'a request was slow');
  }

  async function answer(packet: readonly unknown[], context: RequestContext): Promise<void> {
    const begunAt = performance.now();
    const end = underWay.begin();
    const [event, raw] = packet;
    const ack: unknown = packet.at(-1);
    try {
      const result = await dispatch(event, raw, context).catch((error: unknown) => err(refusalOf(error, event)));
      const answered: Ack<unknown> = result.ok ? result : { ok: false, refusal: result.error };
      if (typeof ack === 'function') ack(answered);
      record(event, result, performance.now() - begunAt);
    } finally {
      end();
    }
  }

  /** Answers the requests of a connection from now on. */
  function serve(socket: Socket, actor: Actor | null, { address, stream }: Omit<Handshake, 'cookie'>): void {
    const charge = (cost: number) => void admission.charge(address, cost);
    const enter = (group: Group, done: Done) => admission.enter(group, address, done);
    socket.use((packet) =>
      contain(stream, () => answer(packet, { actor, address, socket, arrivedAt: now(), charge, enter })),
    );
  }

  /** `answered` resolves when all requests are, at the latest after so many ms. */
  return { serve, answered: underWay.none };
}

const isRequest = (event: unknown): event is RequestName => typeof event === 'string' && Object.hasOwn(requests, event);

function firstIssue({ issues }: z.core.$ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return 'it does not fit';
  return `${issue.path.length === 0 ? 'payload' : issue.path.join('.')}: ${issue.message}`.slice(0, 200);
}
