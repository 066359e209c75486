import {
  type Ack,
  requests as contract,
  malformedRefusal,
  type Payload,
  type Refusal,
  type RefusalCode,
  type RequestName,
} from '@terrace/protocol';
import { err, type Result } from '@terrace/rules';
import type { Logger } from 'pino';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import { type Actor, missingScope } from '../accounts/actor.ts';
import { type Admission, COST, type Group } from '../admission/admission.ts';
import type { Done } from '../admission/concurrency.ts';
import { isDatabaseFault, refusalOfFault } from '../game-service/games.ports.ts';
import { createKeyedQueue } from '../game-service/keyed-queue.ts';
import { createRateLimit, type LocalLimit } from '../limits/rate-limit.ts';
import type { Contain } from '../runtime/containment.ts';
import { newErrorReference } from '../runtime/errors.ts';
import { createInFlight } from '../runtime/in-flight.ts';
import type { Handshake } from './handshakes.ts';
import type { Lane, RequestContext, SocketRequest, SocketRequests } from './request.ts';
import type { SendBuffers } from './send-buffers.ts';

/** Above this number the connection is closed. */
const MAX_REFUSED_IN_TEN_SECONDS = 500;

const MAX_PENDING = 200;

/** Slower requests are logged, at most one per interval of this length. */
const SLOW_MS = 1_000;

/** When a connection with too many pending requests may retry. */
const RETRY_WHEN_FULL_MS = 1000;

const schemas: { readonly [N in RequestName]: { readonly payload: z.core.$ZodType<Payload<N>> } } = contract;

type Refused = Result<never, Refusal>;
type Answer = Promise<Result<unknown, Refusal>>;
type RunInLane = (lane: Lane | null, job: () => Answer | Refused) => Answer | Refused;
type Connection = {
  readonly runInLane: RunInLane;
  /** Requests that are not answered yet, including the one that is routed. */
  pending: number;
};

const hasPlayer = (context: RequestContext): context is RequestContext<Actor> => context.actor !== null;

/** Receives the outcome of each request, for metrics. */
export type OnAnswered = (event: RequestName | 'unknown', answer: 'ok' | RefusalCode, tookMs: number) => void;

type Dependencies = {
  readonly requests: SocketRequests;
  readonly requestLimit: LocalLimit;
  readonly sendBuffers: SendBuffers;
  readonly contain: Contain;
  readonly admission: Admission;
  readonly log: Logger;
  readonly now: () => number;
  readonly onAnswered: OnAnswered;
};

/** Limits, parses, handles and acknowledges the requests of sockets, and logs errors. */
export function createRouter({ requests, requestLimit, sendBuffers, contain, log, ...dependencies }: Dependencies) {
  const { admission, now, onAnswered } = dependencies;
  const inFlight = createInFlight();
  let slowLoggedAt = Number.NEGATIVE_INFINITY;
  const refusedLimit = createRateLimit({ points: MAX_REFUSED_IN_TEN_SECONDS, duration: 10 });

  function handle<N extends RequestName>(name: N, raw: unknown, context: RequestContext): Answer | Refused {
    const payload = z.safeParse(schemas[name].payload, raw);
    if (!payload.success) return err(malformedRefusal(payload.error, 'payload'));
    const request: SocketRequest<N> = requests[name];
    if (request.scope === 'read') return request.handler(payload.data, context);
    return hasPlayer(context) ? request.handler(payload.data, context) : err({ code: 'no-session' });
  }

  /** Not asynchronous, so that a request needs only the promises of its handler. */
  function route(event: unknown, raw: unknown, context: RequestContext, connection: Connection): Answer | Refused {
    const { actor, address, socket } = context;
    const key = actor?.player.id ?? address;
    const tooMany = admission.charge(address, COST.event) ?? requestLimit.consume(key);
    if (tooMany !== undefined) {
      const farTooMany = refusedLimit.consume(key) !== undefined;
      if (farTooMany) socket.disconnect(true);
      if (farTooMany || !isRequest(event) || requests[event].aboveLimit === 'reject') return err(tooMany);
    }
    if (!isRequest(event)) return err({ code: 'unknown-event', event: String(event).slice(0, 40) });
    const { scope, lane } = requests[event];
    if (actor !== null && !actor.scopes.includes(scope)) return err(missingScope(scope));
    if (connection.pending > MAX_PENDING) return err({ code: 'too-many-requests', retryMs: RETRY_WHEN_FULL_MS });
    return connection.runInLane(lane, () => handle(event, raw, context));
  }

  function refusalOf(error: unknown, event: unknown): Refusal {
    if (isDatabaseFault(error)) return refusalOfFault(error);
    const reference = newErrorReference();
    log.error({ err: error, reference, event }, 'a request failed');
    return { code: 'unexpected', reference };
  }

  function record(event: unknown, result: Result<unknown, Refusal>, tookMs: number): void {
    const name = isRequest(event) ? event : 'unknown';
    const answer = result.ok ? 'ok' : result.error.code;
    onAnswered(name, answer, tookMs);
    if (tookMs < SLOW_MS || performance.now() - slowLoggedAt < SLOW_MS) return;
    slowLoggedAt = performance.now();
    const reference = !result.ok && result.error.code === 'unexpected' ? result.error.reference : newErrorReference();
    log.warn({ reference, event: name, answer, tookMs: Math.round(tookMs) }, 'a request was slow');
  }

  /** Uses callbacks, because an asynchronous function would keep all its variables in garbage for each request. */
  function answer(
    [event, raw, ...rest]: readonly unknown[],
    context: RequestContext,
    connection: Connection,
  ): Promise<void> | undefined {
    const begunAt = performance.now();
    const end = inFlight.begin();
    connection.pending += 1;
    const respond = (result: Result<unknown, Refusal>): void => {
      connection.pending -= 1;
      const ack = rest.at(-1) ?? raw;
      const response: Ack<unknown> = result.ok ? result : { ok: false, refusal: result.error };
      try {
        if (typeof ack === 'function') ack(response);
        record(event, result, performance.now() - begunAt);
      } finally {
        end();
      }
    };
    const fail = (error: unknown): void => respond(err(refusalOf(error, event)));
    let result: Answer | Refused;
    try {
      result = route(event, raw, context, connection);
    } catch (error) {
      result = err(refusalOf(error, event));
    }
    if (result instanceof Promise) return result.then(respond, fail);
    respond(result);
    return undefined;
  }

  function serve(
    socket: Socket,
    actor: Actor | null,
    { address, stream }: Pick<Handshake, 'address' | 'stream'>,
  ): void {
    const charge = (cost: number) => void admission.charge(address, cost);
    const enter = (group: Group, done: Done) => admission.enter(group, address, done);
    const connection = { runInLane: createLanes(socket, sendBuffers), pending: 0 };
    // Never calls the next middleware, since no listener of events follows.
    socket.use((packet: readonly unknown[]) =>
      contain(stream, () => answer(packet, { actor, address, socket, arrivedAt: now(), charge, enter }, connection)),
    );
  }

  return {
    serve,
    drain: inFlight.none,
  };
}

/** Runs each lane's requests one after another, once the client has read enough of earlier replies. */
export function createLanes(socket: Socket, { untilReadable }: Pick<SendBuffers, 'untilReadable'>): RunInLane {
  const enqueue = createKeyedQueue<Lane>();
  return (lane, job) => {
    if (lane === null) return job();
    return enqueue(lane, async () => {
      await untilReadable(socket);
      // A closed connection must not join a room.
      return socket.connected ? job() : err({ code: 'no-session' });
    });
  };
}

const isRequest = (event: unknown): event is RequestName => typeof event === 'string' && Object.hasOwn(contract, event);
