import { OpaqueText, openApiRegistry, Refused } from '@terrace/protocol';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PlayClient } from '../pages/play-client.ts';
import { everyone } from './access.ts';
import { RefusedRequest } from './refusals.ts';
import type { Router } from './route.ts';

const MAX_TOKEN_LENGTH = 100;
/** RFC 8058 allows both. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** After an answer of play without a reason. */
const RETRY_MS = 10_000;

const ONE_CLICK = '/unsubscribe/:token';

/** The form of RFC 8058. Its content is not read, because the address says everything. */
const OneClickForm = z.unknown().register(openApiRegistry, {
  type: 'object',
  properties: { 'List-Unsubscribe': { type: 'string', const: 'One-Click' } },
});

export const ByToken = z.object({ token: OpaqueText(MAX_TOKEN_LENGTH) });
export const example = { params: { token: 'player-id.turn.signature' } };

type Unsubscribe = (token: string, request: FastifyRequest) => Promise<void>;

/** For mail programs. The same URL is a page for readers, so it is outside of `/api`. */
export function addOneClickRoute({ tagged }: Router, app: FastifyInstance, unsubscribe: Unsubscribe): void {
  app.addContentTypeParser(FORMS, { parseAs: 'string' }, ({ routeOptions, headers }, text, done) => {
    if (routeOptions.url === ONE_CLICK) done(null, text);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(headers['content-type'] ?? ''));
  });
  tagged('Notifications')('POST', ONE_CLICK, {
    operationId: 'unsubscribe',
    access: everyone('read'),
    summary: 'Unsubscribe with one click',
    description: 'For mail programs (RFC 8058): stops the kind of the mail, or all kinds after a mail with several.',
    params: ByToken,
    body: OneClickForm,
    consumes: FORMS,
    example: { ...example, body: { 'List-Unsubscribe': 'One-Click' } },
    handler: ({ params, request }) => unsubscribe(params.token, request),
  });
}

/** On a server that only serves pages. */
export const unsubscribeAtPlay =
  ({ post }: Pick<PlayClient, 'post'>): Unsubscribe =>
  async (token, { ip }) => {
    const answer = await post(ip, `/unsubscribe/${encodeURIComponent(token)}`);
    if (answer.ok) return;
    const refused = Refused.safeParse(await answer.json().catch(() => undefined));
    throw new RefusedRequest(refused.data?.refusal ?? { code: 'busy', retryMs: RETRY_MS });
  };
