import { explain } from '@terrace/messages';
import type { Refusal, Refused } from '@terrace/protocol';
import type { Result } from '@terrace/rules';
import type { FastifyReply } from 'fastify';
import { statusOf } from './status.ts';

/** A refusal thrown by a hook or a handler; the error handler sends it. */
export class RefusedRequest extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(explain(refusal));
    this.refusal = refusal;
  }
}

/** The value of a good result. @throws RefusedRequest */
export function unwrap<T>(result: Result<T, Refusal>): T {
  if (!result.ok) throw new RefusedRequest(result.error);
  return result.value;
}

/** Throws a refusal if there is one. @throws RefusedRequest */
export function unlessRefused(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new RefusedRequest(refusal);
}

/**
 * Sends a refusal: status, Retry-After when waiting helps, and `{ refusal, message }`; the message alone where the
 * route answers in plain text.
 */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if ('retryMs' in refusal) reply.header('retry-after', Math.ceil(refusal.retryMs / 1000));
  const message = explain(refusal);
  reply.code(statusOf(refusal)).header('cache-control', 'no-store');
  if (reply.routeOptions.config.refusals === 'text')
    return reply.type('text/plain; charset=utf-8').send(`${message}\n`);
  const body: Refused = { refusal, message };
  return reply.type('application/json; charset=utf-8').send(body);
}
