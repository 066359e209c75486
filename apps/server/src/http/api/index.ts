import swagger from '@fastify/swagger';
import { openApiRegistry } from '@terrace/protocol';
import type { FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { RateLimit } from '../../rate-limit.ts';
import { refusalOfFault, statusOfMistake } from '../errors.ts';
import { sameOrigin } from '../origin.ts';
import { trimDocument } from './document.ts';
import { answerTags, mayBeKept } from './etag.ts';
import { type GameServices, gameRoutes } from './games.ts';
import { listRoutes } from './lists.ts';
import { openapiInfo } from './openapi.ts';
import { type PlayerServices, playerRoutes } from './players.ts';
import { RefusedRequest, refuse } from './refused.ts';
import { type StreamServices, streamRoutes } from './streams.ts';

type Services = GameServices & PlayerServices & StreamServices & { readonly requestLimit: RateLimit };

/** What pages and programs read, and how programs play. Its description is made from the same schemas that it is held to. */
export async function apiPlugin(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(swagger, {
    openapi: openapiInfo,
    transform: createJsonSchemaTransform({ schemaRegistry: openApiRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry: openApiRegistry }),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof RefusedRequest) return refuse(reply, error.refusal);
    if (hasZodFastifySchemaValidationErrors(error)) {
      return refuse(reply, { code: 'malformed', problem: error.message.slice(0, 200) });
    }
    if (statusOfMistake(error) !== undefined)
      return refuse(reply, { code: 'malformed', problem: 'it could not be read' });
    return refuse(reply, refusalOfFault(error, request));
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { headers, actor, ip, method } = request;
    if (method !== 'GET' && !sameOrigin(headers.origin, headers.host)) {
      throw new RefusedRequest({ code: 'foreign-origin' });
    }
    const tooMany = await services.requestLimit.consume(actor?.player.id ?? ip);
    if (tooMany !== undefined) throw new RefusedRequest(tooMany);
  });
  answerTags(app);

  await app.register(gameRoutes, services);
  await app.register(playerRoutes, services);
  await app.register(listRoutes, services);
  await app.register(streamRoutes, services);

  let document: string | undefined; // made once, when all routes are there
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(trimDocument(app.swagger()));
    mayBeKept(reply, document);
    return reply.type('application/json').send(document);
  });

  app.all('/api/*', { schema: { hide: true } }, async (_request, reply) =>
    reply.code(404).send({ error: 'There is no such address in this API.' }),
  );
}
