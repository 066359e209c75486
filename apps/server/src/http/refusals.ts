import { explain, explainToApiClient } from '@terrace/messages';
import { type Refusal, type Refused, statusOf } from '@terrace/protocol';
import type { Result } from '@terrace/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_PAGE_POLICY, errorPage } from './error-page.ts';

export class RefusedRequest extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    // A refusal is not a fault, so its stack is never read, but capturing it would take a tenth of a rejection's time.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(refusal.code);
    Error.stackTraceLimit = stackTraceLimit;
    this.refusal = refusal;
  }
}

export function unwrap<T>(result: Result<T, Refusal>): T {
  if (!result.ok) throw new RefusedRequest(result.error);
  return result.value;
}

/** @throws RefusedRequest if there is a refusal */
export function throwIfRefused(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new RefusedRequest(refusal);
}

export const acceptsHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;

/** After an outage of unknown length. */
const RETRY_S = 5;

/** When a client may try again, at least a second from now; undefined if it is useless. */
function retrySeconds(refusal: Refusal): number | undefined {
  if ('retryMs' in refusal) return Math.max(1, Math.ceil(refusal.retryMs / 1000));
  return statusOf(refusal) === 503 ? RETRY_S : undefined;
}

/** Sends `{ refusal, message }`; text routes send only the message, and the page route sends browsers a page. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const retryS = retrySeconds(refusal);
  if (retryS !== undefined) reply.header('retry-after', retryS);
  const message = explainToApiClient(refusal);
  reply.request.refusedWith = refusal.code;
  reply.code(statusOf(refusal)).header('cache-control', 'no-store');
  const { refusals } = reply.routeOptions.config;
  if (refusals === 'text') return reply.type('text/plain; charset=utf-8').send(`${message}\n`);
  if (refusals === 'page' && acceptsHtml(reply.request)) {
    reply.raw.setHeader('content-security-policy', ERROR_PAGE_POLICY);
    return reply.type('text/html; charset=utf-8').send(errorPage(explain(refusal), retryS));
  }
  const body: Refused = { refusal, message };
  return reply.type('application/json; charset=utf-8').send(body);
}
