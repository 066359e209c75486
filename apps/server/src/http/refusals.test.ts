import type { Refusal } from '@terrace/protocol';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { sendRefusal } from './refusals.ts';

async function retryAfter(refusal: Refusal): Promise<unknown> {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.decorateRequest('refusedWith');
  app.get('/', (_, reply) => sendRefusal(reply, refusal));
  return (await app.inject('/')).headers['retry-after'];
}

test('every answer that asks to try again later says when', async () => {
  expect(await retryAfter({ code: 'not-saved' })).toBe('5');
  expect(await retryAfter({ code: 'busy', retryMs: 1_200 })).toBe('2');
  expect(await retryAfter({ code: 'too-many-requests', retryMs: 0 })).toBe('1');
  expect(await retryAfter({ code: 'no-such-game' })).toBeUndefined();
});
