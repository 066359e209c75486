import swagger from '@fastify/swagger';
import { openApiRegistry } from '@terrace/protocol';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { everyone } from './access.ts';
import { setEtag } from './etag.ts';
import { describeApi } from './openapi-document.ts';
import { type Router, text } from './route.ts';
import { TAGS } from './tags.ts';

const DESCRIPTION = [
  'Times are milliseconds, instants milliseconds since 1970. Squares are a1 to h8, sides south, west, north and east.',
  'A refusal has a status from 400 on, a code for programs and a sentence for people; with Retry-After where waiting helps.',
  'Anybody may make 100 requests in a second, counted together over all their tabs and programs; what is above that is ' +
    'answered with 429. Lists come in pages: ask again with the cursor in next until it is null.',
  'A program is somebody by a token from the settings, as `Authorization: Bearer <token>`. On a Socket.IO connection ' +
    '(path /socket.io, transport websocket) the same token is sent as `auth: { token }` in the handshake; an unknown one ' +
    'ends in connect_error with the refusal as data. A token that is revoked ends its streams and connections at once.',
];

const BY_TLS = 'By TLS its name begins with `__Host-`.';
const COOKIE = { type: 'apiKey' as const, in: 'cookie' as const };

/** Collects all routes added later for the API description. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Terrace',
        version: '1',
        license: { name: 'MIT', identifier: 'MIT' },
        description: DESCRIPTION.join('\n\n'),
      },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'A token from the settings, for programs.' },
          account: { ...COOKIE, name: 'terrace_account', description: `The session that signing in begins. ${BY_TLS}` },
          guest: {
            ...COOKIE,
            name: 'terrace_session',
            description: `The guest that the first GET /api/me makes you. ${BY_TLS}`,
          },
        },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry: openApiRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: openApiRegistry }),
  });
}

/** `GET /api/openapi.json`. @param publicUrl this server's public URL; by default that of the request */
export function addOpenApiRoute({ tagged, routes }: Router, app: FastifyInstance, publicUrl: string | undefined): void {
  const route = tagged('Service');
  const documents = new Map<string, string>();
  const documentAt = (url: string): string => {
    const found = documents.get(url) ?? JSON.stringify(describeApi(app.swagger(), routes, url));
    if (documents.size < 10) documents.set(url, found); // bounded, because clients choose the Host header
    return found;
  };

  route('GET', '/api/openapi.json', {
    operationId: 'getOpenApi',
    access: everyone('read'),
    summary: 'This description',
    description: 'OpenAPI 3.1. It has an ETag.',
    reply: text('application/json', 'An OpenAPI document.'),
    handler: async ({ request, reply }) => {
      const document = documentAt(publicUrl ?? `${request.protocol}://${request.host}`);
      setEtag(reply, document);
      return reply.type('application/json; charset=utf-8').send(document);
    },
  });
}
