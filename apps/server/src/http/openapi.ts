import swagger from '@fastify/swagger';
import { openApiRegistry } from '@terrace/protocol';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { everyone } from './access.ts';
import { setEtag } from './etag.ts';
import { describeApi } from './openapi-document.ts';
import { jsonObject, type Router } from './route.ts';
import { TAGS } from './tags.ts';

const DESCRIPTION = [
  'Durations are in milliseconds, instants in milliseconds since 1970. Squares are a1 to h8, sides south, west, north and east.',
  'A refusal has a status of 400 or more, a code for programs and a sentence for people, and Retry-After where waiting helps.',
  'Each player may make 100 requests per second, over all tabs and programs together. Further requests get 429. ' +
    'Lists are paginated: repeat the request with the cursor in `next` until it is null.',
  'A program authenticates with a token from the settings: `Authorization: Bearer <token>`. A Socket.IO connection ' +
    '(path /socket.io, transport websocket) sends the token as `auth: { token }` in the handshake. An invalid token ' +
    'causes a connect_error with the refusal as its data. Revoking a token ends its streams and connections at once.',
];

const HTTPS_NAME = 'Over HTTPS its name begins with `__Host-`.';
const COOKIE = { type: 'apiKey' as const, in: 'cookie' as const };

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
          account: {
            ...COOKIE,
            name: 'terrace_account',
            description: `The session created by signing in. ${HTTPS_NAME}`,
          },
          guest: {
            ...COOKIE,
            name: 'terrace_session',
            description: `The guest created by the first GET /api/me. ${HTTPS_NAME}`,
          },
        },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry: openApiRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: openApiRegistry }),
  });
}

/** @param publicUrl this server's public URL; by default that of the request */
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
    replyExample: { openapi: '3.1.0', info: { title: 'Terrace' } },
    access: everyone('read'),
    summary: 'This description',
    description: 'OpenAPI 3.1. The reply has an ETag.',
    reply: jsonObject('An OpenAPI document.'),
    handler: async ({ request, reply }) => {
      const document = documentAt(publicUrl ?? `${request.protocol}://${request.host}`);
      setEtag(reply, document);
      return reply.type('application/json; charset=utf-8').send(document);
    },
  });
}
