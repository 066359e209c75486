import { randomUUID } from 'node:crypto';
import { type Ack, type Refusal, type RequestName, requests } from '@terrace/protocol';
import { err, type Result } from '@terrace/rules';
import type { Logger } from 'pino';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import type { Actor } from '../accounts/actor.ts';
import { DatabaseUnavailable } from '../game/store.ts';
import { createRateLimit, type RateLimit } from '../rate-limit.ts';

/** Who sent a request, through what, and when it reached us (ms since 1970), before any queue of ours. */
export type RequestContext = { readonly actor: Actor | null; readonly socket: Socket; readonly arrivedAt: number };

/** Parses what a stranger sent, carries it out, and returns the answer. */
export type RequestHandler = (raw: unknown, asked: RequestContext) => Promise<Result<unknown, Refusal>>;

/** A route from a line of the contract: its handler sees only payloads that fit, whole and with nothing added. */
export const defineHandler =
  <P, R>(
    contract: { payload: z.core.$ZodType<P>; reply: z.core.$ZodType<R> },
    handler: (payload: P, asked: RequestContext) => Promise<Result<R, Refusal>>,
  ): RequestHandler =>
  async (raw, asked) => {
    const payload = z.safeParse(contract.payload, raw);
    return payload.success
      ? handler(payload.data, asked)
      : err({ code: 'malformed', problem: firstIssue(payload.error) });
  };

/** What may be asked by whoever may only look. */
const LOOKS: ReadonlySet<RequestName> = new Set([
  'game:watch',
  'game:unwatch',
  'lobby:watch',
  'lobby:unwatch',
  'lobby:more',
  'featured:watch',
  'invitations:list',
  'online:list',
  'chat:join',
  'queue:get',
  'time:now',
]);

/** Requests above the limit in ten seconds, after which the connection is closed. */
const MAX_REFUSED_IN_TEN_SECONDS = 500;

/** Serves sockets by a table of routes: every request is limited, parsed, answered, and its faults logged. */
export function createDispatcher(
  routes: Readonly<Record<RequestName, RequestHandler>>,
  requestLimit: RateLimit,
  log: Logger,
  now: () => number,
) {
  const refusedLimit = createRateLimit({ points: MAX_REFUSED_IN_TEN_SECONDS, duration: 10 });

  async function carryOut(event: unknown, raw: unknown, asked: RequestContext): Promise<Ack<unknown>> {
    const limit = asked.actor?.player.id ?? asked.socket.handshake.address;
    const tooMany = await requestLimit.consume(limit);
    if (tooMany !== undefined) {
      if ((await refusedLimit.consume(limit)) !== undefined) asked.socket.disconnect(true);
      return { ok: false, refusal: tooMany };
    }
    if (!isRequest(event)) return { ok: false, refusal: { code: 'unknown-event', event: String(event).slice(0, 40) } };
    if (asked.actor !== null && !asked.actor.scopes.includes(LOOKS.has(event) ? 'read' : 'play')) {
      return { ok: false, refusal: { code: 'read-only-token' } };
    }
    const result = await routes[event](raw, asked);
    return result.ok ? result : { ok: false, refusal: result.error };
  }

  return (socket: Socket, actor: Actor | null): void => {
    socket.use((packet) => {
      const arrivedAt = now();
      const [event, raw] = packet;
      const ack: unknown = packet.at(-1);
      carryOut(event, raw, { actor, socket, arrivedAt })
        .catch((error: unknown): Ack<unknown> => {
          if (error instanceof DatabaseUnavailable) return { ok: false, refusal: { code: 'not-saved' } };
          const reference = randomUUID().slice(0, 8);
          log.error({ err: error, reference, event }, 'a request failed');
          return { ok: false, refusal: { code: 'unexpected', reference } };
        })
        .then((answer) => {
          if (typeof ack === 'function') ack(answer);
        });
    });
  };
}

const isRequest = (event: unknown): event is RequestName => typeof event === 'string' && Object.hasOwn(requests, event);

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return 'it does not fit';
  return `${issue.path.length === 0 ? 'payload' : issue.path.join('.')}: ${issue.message}`.slice(0, 200);
}
