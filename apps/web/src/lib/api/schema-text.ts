import * as z from 'zod/mini';

/** The subset of JSON schema that the API document uses. */
export const Schema = z.object({
  $ref: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  get anyOf() {
    return z.optional(z.array(Schema));
  },
  get oneOf() {
    return z.optional(z.array(Schema));
  },
  get items() {
    return z.optional(Schema);
  },
  get properties() {
    return z.optional(z.record(z.string(), Schema));
  },
  required: z.optional(z.array(z.string())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  default: z.optional(z.unknown()),
});
export type Schema = z.infer<typeof Schema>;

/** Plain text, or the name of another schema. */
export type SchemaToken = { readonly text: string } | { readonly name: string };

const text = (written: string): SchemaToken => ({ text: written });

/** A schema in the notation of a value, with types in place of values; `?` marks optional fields. */
export function schemaTokens(schema: Schema, indent = ''): readonly SchemaToken[] {
  if (schema.$ref !== undefined) return [{ name: referenceName(schema.$ref) }];
  if (schema.const !== undefined) return [text(JSON.stringify(schema.const))];
  if (schema.enum !== undefined) return [text(schema.enum.map((value) => JSON.stringify(value)).join(' | '))];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choicesOf(choices, indent);
  if (schema.type === 'array') return [...schemaTokens(schema.items ?? {}, indent), text('[]')];
  if (schema.properties !== undefined) return objectOf(schema, schema.properties, indent);
  return [text([schema.type ?? 'anything'].flat().join(' | '))];
}

function choicesOf(choices: readonly Schema[], indent: string): readonly SchemaToken[] {
  const long = choices.length > 2 && choices.some(({ properties }) => properties !== undefined);
  return choices.flatMap((choice, i) => [
    ...(long ? [text(i === 0 && indent === '' ? '| ' : `\n${indent}| `)] : i > 0 ? [text(' | ')] : []),
    ...schemaTokens(choice, indent),
  ]);
}

function objectOf({ required = [] }: Schema, properties: Readonly<Record<string, Schema>>, indent: string) {
  const fields = Object.entries(properties);
  const flat =
    fields.length <= 5 &&
    fields.every(([, { properties, items, anyOf, oneOf }]) => !(properties ?? items?.properties ?? anyOf ?? oneOf));
  const inner = flat ? indent : `${indent}  `;
  const [open, between, close] = flat ? ['{ ', ', ', ' }'] : [`{\n${inner}`, `,\n${inner}`, `\n${indent}}`];
  return [
    text(open),
    ...fields.flatMap(([name, field], i) => [
      text(`${i > 0 ? between : ''}${name}${required.includes(name) && field.default === undefined ? '' : '?'}: `),
      ...schemaTokens(field, inner),
    ]),
    text(close),
  ];
}

const referenceName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
