import * as z from 'zod/mini';
import { Schema } from './schema-text.ts';

const Content = z.record(z.string(), z.object({ schema: Schema }));

const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  parameters: z._default(
    z.array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.optional(z.boolean()),
        description: z.optional(z.string()),
        schema: Schema,
      }),
    ),
    [],
  ),
  requestBody: z.optional(z.object({ content: Content })),
  responses: z.record(z.string(), z.object({ content: z.optional(Content) })),
});

/** The part of the OpenAPI document that the page shows. */
export const ApiDocument = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});
export type ApiDocument = z.infer<typeof ApiDocument>;

/** One route. The `operationId` is the id of its section. */
export type Route = z.infer<typeof Operation> & { readonly method: string; readonly path: string };

/** The routes with this tag, in the order of the document. */
export const routesOf = ({ paths }: ApiDocument, subject: string): readonly Route[] =>
  Object.entries(paths).flatMap(([path, ways]) =>
    Object.entries(ways).flatMap(([method, operation]) =>
      operation.tags.includes(subject) ? [{ ...operation, method, path }] : [],
    ),
  );
