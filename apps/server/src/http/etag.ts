import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Lets the client cache a reply and revalidate it each time. `content` determines the ETag. */
export function setEtag(reply: FastifyReply, content: unknown): void {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
  reply.headers({ etag: `"${digest}"`, 'cache-control': 'private, no-cache' });
}

/** Replies 304 if the client's cache has the current version. */
export function addConditionalReplies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const tag = reply.getHeader('etag');
    const known = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''));
    if (typeof tag !== 'string' || reply.statusCode !== 200 || !known?.includes(tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}
