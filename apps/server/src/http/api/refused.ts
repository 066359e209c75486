import { explain, type Refusal, type Refused } from '@terrace/protocol';
import type { Result } from '@terrace/rules';
import type { FastifyReply } from 'fastify';
import { statusOf } from '../status.ts';

/** A refusal on its way out of a handler; the error handler of the API answers it. */
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

/** Answers a refusal: the code for programs, the sentence for people, and when to come back if that is all it is. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if ('retryMs' in refusal) reply.header('retry-after', Math.ceil(refusal.retryMs / 1000));
  const body: Refused = { refusal, message: explain(refusal) };
  return reply.code(statusOf(refusal)).send(body);
}
