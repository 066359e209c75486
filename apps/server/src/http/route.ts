import {
  GameId,
  MAX_NAME_LENGTH,
  malformedRefusal,
  NonBlankText,
  openApiRegistry,
  type PlayerId,
  Refused,
} from '@terrace/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Actor } from '../accounts/actor.ts';
import type { Group } from '../admission/admission.ts';
import { addressBlock } from '../limits/address-block.ts';
import type { LocalLimit } from '../limits/rate-limit.ts';
import type { Access } from './access.ts';
import { RefusedRequest, throwIfRefused } from './refusals.ts';
import type { Tag } from './tags.ts';

type Schema = z.core.$ZodType;
type ContentReply = { readonly description: string; readonly content: Record<string, { readonly schema: Schema }> };
type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Returned<R> = R extends Schema ? z.output<R> : unknown; // a stream, text, or nothing

type ParsedParts<P, Q, B> = {
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: Parsed<B>;
};

/** A request as its handler receives it: parsed by the route's schemas, from an actor with access. */
type RouteInput<A, P, Q, B> = ParsedParts<P, Q, B> & {
  readonly actor: A;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Path = `/${string}`;

export type RouteInfo = {
  readonly method: Method;
  readonly path: Path;
  readonly operationId: string;
  readonly access: Access;
  readonly summary: string;
  readonly description: string;
  /** A request that succeeds or is rejected only for its content, for the API description and the access test. */
  readonly example?: { readonly params?: object; readonly query?: object; readonly body?: unknown };
  /** A reply, for the API description; by default it is made from the schema. */
  readonly replyExample?: unknown;
  readonly cost?: number;
  /** The group in which an expensive request waits; by default it does not wait. */
  readonly group?: Group;
  /** Skips authentication and therefore the database. All clients count as strangers. */
  readonly anonymous?: true;
  /** Content types of the body; the default is JSON. */
  readonly consumes?: readonly string[];
  readonly refusals?: 'text';
  readonly hidden?: true;
  readonly reply?: Schema | ContentReply | undefined;
};

type Declaration<A extends Actor | null, P, Q, B, R> = Omit<RouteInfo, 'method' | 'path' | 'access' | 'reply'> & {
  readonly access: Access<A>;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The reply's schema or content types; the default reply is `{}`. */
  readonly reply?: R;
  readonly handler: (input: RouteInput<A, P, Q, B>) => Promise<Returned<R>>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    refusals?: 'text' | 'page' | undefined;
  }
}

export type RouterServices = {
  readonly requestLimit: LocalLimit;
  readonly isAdmin: (player: PlayerId) => Promise<boolean>;
};

export type Router = ReturnType<typeof createRouter>;

/** The address block of the sender. A closed connection has no address. */
export const blockOf = ({ ip }: FastifyRequest): string => addressBlock(ip ?? '');

const PARTS: Readonly<Record<string, string>> = { params: 'path', querystring: 'query' };
const Empty = z.object({});

/** Declares routes. One object holds a route's schemas, access, limits and description. */
export function createRouter(app: FastifyInstance, { requestLimit, isAdmin }: RouterServices) {
  app.setValidatorCompiler<Schema>(({ schema, httpPart = '' }) => (input) => {
    const { success, data, error } = z.safeParse(schema, input);
    return success
      ? { value: data }
      : { error: new RefusedRequest(malformedRefusal(error, PARTS[httpPart] ?? httpPart)) };
  });
  app.setSerializerCompiler(serializerCompiler);
  const routes: RouteInfo[] = [];

  /** Checks the rate limit and access before the body is read. */
  async function guard(access: Access, { actor, ip }: FastifyRequest): Promise<void> {
    throwIfRefused(requestLimit.consume(actor?.player.id ?? addressBlock(ip)));
    const permitted = access.permit(actor);
    if (access.audience === 'admin' && !(permitted && (await isAdmin(permitted.player.id))))
      throw new RefusedRequest({ code: 'not-admin' });
  }

  const tagged =
    (tag: Tag) =>
    <
      A extends Actor | null,
      P extends Schema | undefined = undefined,
      Q extends Schema | undefined = undefined,
      B extends Schema | undefined = undefined,
      R extends Schema | ContentReply | undefined = undefined,
    >(
      method: Method,
      path: Path,
      declaration: Declaration<A, P, Q, B, R>,
    ): void => {
      const { operationId, access, params, query, body, reply: reply200, handler } = declaration;
      const { anonymous, refusals, cost, group } = declaration;
      routes.push({ method, path, ...declaration });
      app.route({
        method,
        url: path,
        config: { operationId, tag, anonymous, refusals, cost, group },
        schema: {
          hide: declaration.hidden ?? false,
          operationId,
          tags: [tag],
          summary: declaration.summary,
          description: declaration.description,
          security: anonymous ? [{}] : securityOf(access),
          ...(params && { params }),
          ...(query && { querystring: query }),
          ...(body && { body, consumes: [...(declaration.consumes ?? ['application/json'])] }),
          response: { 200: reply200 ?? Empty, ...(refusals === 'text' ? TEXT_REFUSALS : REFUSALS) },
        },
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store');
          await guard(access, request);
        },
        handler: async (request, reply) => {
          const parsed = { params: request.params, query: request.query, body: request.body } as ParsedParts<P, Q, B>;
          const value = await handler({ ...parsed, actor: access.permit(request.actor), request, reply });
          if (reply.sent) return reply;
          if (reply200 === undefined) return {};
          return value === null ? reply.type('application/json; charset=utf-8').send('null') : value;
        },
      });
    };
  return { tagged, routes };
}

const securityOf = ({ audience, tokenScope }: Access): Record<string, string[]>[] => [
  ...(audience === 'everyone' ? [{}] : []),
  ...(tokenScope === null ? [] : [{ token: [] }]),
  ...(audience === 'account' || audience === 'admin' ? [] : [{ guest: [] }]),
  { account: [] },
];

const refusal = (description: string) => Refused.check().register(openApiRegistry, { description });
const CLIENT_FAULT = 'A refusal: what is wrong with the request and what to do.';
const SERVER_FAULT = 'A server fault, or the database is unavailable. Nothing was lost; try again.';
const REFUSALS = { '4xx': refusal(CLIENT_FAULT), '5xx': refusal(SERVER_FAULT) };

export const text = (type: string, description: string): ContentReply => ({
  description,
  content: { [type]: { schema: z.unknown().register(openApiRegistry, { type: 'string' }) } },
});
/** A reply in JSON that the handler writes itself. Its members are not described. */
export const jsonObject = (description: string): ContentReply => ({
  description,
  content: { 'application/json': { schema: z.looseObject({}) } },
});
const TEXT_REFUSALS = { '4xx': text('text/plain', CLIENT_FAULT), '5xx': text('text/plain', SERVER_FAULT) };

/** The record of a game, for the API description. */
export const RECORD_EXAMPLE = `[South "mira"]
[North "Ben"]
[Setup "short"]
[Rules "standard"]
[Result "draw"]

1. c-d1-d3
2. C-e8-e6
draw
`;

/** A reply of server-sent events with `data` as their payload. */
export const eventStream = (data: Schema): ContentReply => ({
  description: 'Server-sent events with this as their data.',
  content: { 'text/event-stream': { schema: data } },
});

export const ById = z.object({ id: GameId });
export const ByName = z.object({ name: NonBlankText(MAX_NAME_LENGTH) });
