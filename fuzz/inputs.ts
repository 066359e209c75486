import { requests } from '@terrace/protocol';
import fc from 'fast-check';
import { z } from 'zod';
import { fromSchema, type Known } from './from-schema.ts';
import { hostileText, hostileValue, spoilt } from './hostile.ts';

/** One input. `who` selects a sender. */
export type Input =
  | { readonly kind: 'event'; readonly who: number; readonly event: string; readonly args: readonly unknown[] }
  | {
      readonly kind: 'request';
      readonly who: number;
      readonly method: string;
      readonly path: string;
      readonly type: string | undefined;
      readonly body: Uint8Array | string | undefined;
    }
  | { readonly kind: 'bytes'; readonly bytes: string };

const Parameter = z.object({ name: z.string(), in: z.string(), schema: z.unknown() });
const Operation = z.object({
  parameters: z.array(Parameter).optional(),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) }).optional(),
});
/** The parts of the API description that are used here. */
export const ApiDescription = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

const who = fc.nat();
const goodOrBad = (good: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { arbitrary: good, weight: 2 },
    { arbitrary: spoilt(good), weight: 4 },
    { arbitrary: hostileValue, weight: 1 },
  );

function events(known: Known): fc.Arbitrary<Input> {
  const named = Object.entries(requests).map(([event, { payload }]) => {
    const good = fromSchema(z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }), known);
    return fc.record({
      kind: fc.constant('event' as const),
      who,
      event: fc.constant(event),
      args: fc.oneof(
        { arbitrary: fc.tuple(goodOrBad(good)), weight: 9 },
        { arbitrary: fc.array(hostileValue, { maxLength: 3 }), weight: 1 },
      ),
    });
  });
  const other = fc.record({
    kind: fc.constant('event' as const),
    who,
    event: fc.oneof(hostileText, fc.constantFrom('disconnecting', 'newListener', 'hasOwnProperty')),
    args: fc.array(hostileValue, { maxLength: 2 }),
  });
  return fc.oneof(...named, other);
}

const WRONG_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=utf-16',
  '',
  'x',
];
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function routes({ paths, components }: z.infer<typeof ApiDescription>, known: Known): fc.Arbitrary<Input>[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const values = (place: string) =>
        fc.record(
          Object.fromEntries(
            parameters
              .filter((each) => each.in === place)
              .map(({ name, schema }) => [
                name,
                fc.oneof(fromSchema(schema, known, components.schemas), hostileText).map(asText),
              ]),
          ),
          place === 'path' ? {} : { requiredKeys: [] },
        );
      const contents = Object.entries(requestBody?.content ?? {});
      const bodies = contents.map(([type, { schema }]) =>
        fc.record({
          type: fc.oneof(
            { arbitrary: fc.constant(type), weight: 9 },
            { arbitrary: fc.constantFrom(...WRONG_TYPES), weight: 1 },
          ),
          body: fc.oneof(
            { arbitrary: goodOrBad(fromSchema(schema, known, components.schemas)).map(asText), weight: 9 },
            { arbitrary: fc.uint8Array({ maxLength: 80 }), weight: 1 },
            { arbitrary: fc.string({ maxLength: 40 }), weight: 1 },
          ),
        }),
      );
      const body = fc.oneof(
        { arbitrary: fc.constant({ type: undefined, body: undefined }), weight: 1 },
        ...bodies.map((arbitrary) => ({ arbitrary, weight: 8 })),
      );
      return fc.record({ path: values('path'), query: values('query'), body, who }).map(
        (one): Input => ({
          kind: 'request',
          who: one.who,
          method: method.toUpperCase(),
          path: filled(path, one.path) + queryOf(one.query),
          ...(method === 'get' ? { type: undefined, body: undefined } : one.body),
        }),
      );
    }),
  );
}

type Values = Readonly<Record<string, string | undefined>>;
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
const filled = (path: string, values: Values): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(values[name] ?? ''));
const queryOf = (values: Values): string => {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encoded(value ?? '')}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

/** Nearly HTTP: paths with invalid encoding, unknown methods, contradictory headers. */
const bytes: fc.Arbitrary<Input> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'CONNECT', 'get', 'X'),
    path: fc.oneof(
      fc.constantFrom(
        '/%E0%A4%A',
        '/api/players/%00',
        '/api/games/%2e%2e',
        '//api',
        '/api/%ff',
        '*',
        '/socket.io/',
        '/socket.io/?EIO=4',
      ),
      fc.webPath().map((path) => `/api${path}`),
      fc.constant(`/api/games/${'x'.repeat(3_000)}`),
    ),
    header: fc.constantFrom(
      'X: y',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: nonsense',
      'Content-Length: -1',
      'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13',
      'Cookie: terrace_session=%; terrace_account=%00.x; terrace_preferences=%7b%22__proto__%22',
      'Authorization: Bearer \t x',
      'Origin: null',
      'Accept-Language: *;q=9,,;',
      'If-None-Match: "',
      'Last-Event-ID: 99999999999999999999',
    ),
    body: fc.constantFrom('', '5\r\nhello\r\n0\r\n\r\n', '{'),
  })
  .map(({ method, path, header, body }) => ({
    kind: 'bytes',
    bytes: `${method} ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n${header}\r\n\r\n${body}`,
  }));

export const inputs = (description: z.infer<typeof ApiDescription>, known: Known): fc.Arbitrary<Input> =>
  fc.oneof(
    { arbitrary: events(known), weight: 6 },
    { arbitrary: fc.oneof(...routes(description, known)), weight: 6 },
    { arbitrary: bytes, weight: 1 },
  );
