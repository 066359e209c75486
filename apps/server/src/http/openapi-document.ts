import { z } from 'zod';
import { sampleOf } from './openapi-samples.ts';
import type { RouteInfo } from './route.ts';

const Content = z.record(z.string(), z.looseObject({ schema: z.unknown(), example: z.unknown().optional() }));
const Operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), example: z.unknown().optional() })).optional(),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })).optional(),
});
const Document = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});
type Document = z.infer<typeof Document>;

/** The API description as served: with the server's address and examples, without unused schemas. */
export function describeApi(document: unknown, routes: readonly RouteInfo[], serverUrl: string): unknown {
  const described = Document.parse(JSON.parse(mergeInputSchemas(Document.parse(document)), withPortablePattern));
  for (const route of routes) addExamples(described, route);
  const webhooks = { notification: { post: webhookOperation(described) } };
  return { ...withoutUnusedSchemas(described, webhooks), webhooks, servers: [{ url: serverUrl }] };
}

/** Lookaround, properties of Unicode and back references: expressions that some languages do not have. */
const NOT_PORTABLE = /\(\?[=!<]|\\[pPku1-9]/;

/** Drops a pattern that generators of clients in other languages could not use; its `format` remains. */
const withPortablePattern = (key: string, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' && NOT_PORTABLE.test(value) ? undefined : value;

/** The request that the server sends to a webhook. */
function webhookOperation({ components: { schemas } }: Document) {
  const schema = { $ref: '#/components/schemas/WebhookEvent' };
  return {
    operationId: 'receiveNotification',
    tags: ['Webhooks'],
    summary: 'A notification, posted to your webhook',
    description:
      'In the form of Standard Webhooks: verify `webhook-signature` with the secret of the webhook. `webhook-id` is the same in all attempts. A redirect counts as a failure.',
    security: [{}],
    requestBody: { required: true, content: { 'application/json': { schema, example: sampleOf(schema, schemas) } } },
    responses: {
      '2XX': { description: 'Received. The body is ignored.' },
      '410': { description: 'Sends no more notifications to this webhook.' },
    },
  };
}

function addExamples({ paths, components }: Document, { method, path, example, replyExample }: RouteInfo): void {
  const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (operation === undefined) return;
  for (const media of Object.values(operation.responses?.['200']?.content ?? {}))
    media.example = replyExample ?? sampleOf(media.schema, components.schemas);
  if (example === undefined) return;
  const values = new Map<string, unknown>(Object.entries({ ...example.params, ...example.query }));
  for (const parameter of operation.parameters ?? [])
    if (values.has(parameter.name)) parameter.example = values.get(parameter.name);
  for (const [type, media] of Object.entries(operation.requestBody?.content ?? {}))
    media.example =
      type === 'application/json' && typeof example.body === 'string' ? { text: example.body } : example.body;
}

function withoutUnusedSchemas(document: Document, webhooks: object): Document {
  const { schemas } = document.components;
  const used = new Set<string>();
  let found = namesIn([document.paths, webhooks]);
  while (found.length > 0) {
    for (const name of found) used.add(name);
    found = found.flatMap((name) => namesIn(schemas[name])).filter((name) => !used.has(name));
  }
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}

/** zod describes each schema for input and for output. Where both are equal, one is enough. */
function mergeInputSchemas(document: Document): string {
  const { schemas } = document.components;
  const plain = (schema: unknown) =>
    JSON.stringify(schema ?? null)
      .replace(/(schemas\/\w+)Input"/g, '$1"')
      .replaceAll(',"additionalProperties":false', '');
  const text = JSON.stringify(document);
  return text.replace(/(#\/components\/schemas\/)(\w+)Input"/g, (reference, path: string, name: string) =>
    plain(schemas[name]) === plain(schemas[`${name}Input`]) ? `${path}${name}"` : reference,
  );
}

const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)].flatMap(([, name]) => name ?? []);
