import fc from 'fast-check';
import { z } from 'zod';

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  maxItems: z.number().optional(),
  pattern: z.string().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
});

/** Values of existing things by field name, so that requests refer to something that exists. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** Values that a schema accepts, or nearly. */
export function fromSchema(
  raw: unknown,
  known: Known,
  definitions: Readonly<Record<string, unknown>> = {},
): fc.Arbitrary<unknown> {
  const build = (part: unknown, name: string, depth: number): fc.Arbitrary<unknown> => {
    const schema = Schema.parse(part ?? {});
    if (depth > 8) return fc.constant(null);
    const deeper = (each: unknown, as = name) => build(each, as, depth + 1);
    if (schema.$ref !== undefined) return deeper(definitions[schema.$ref.split('/').at(-1) ?? '']);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices !== undefined) return fc.oneof(...choices.map((each) => deeper(each)));
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    switch (type) {
      case 'object':
        return fc.record(
          Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, each]) => [key, deeper(each, key)])),
          { requiredKeys: schema.required ?? [] },
        );
      case 'array':
        return fc.array(deeper(schema.items), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
      case 'string':
        return text(schema, known[name]);
      case 'integer':
      case 'number': {
        const min = schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
        const max = Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
        return fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: Math.min(max, min + 5) }), fc.constant(max));
      }
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  };
  return build(raw, '', 0);
}

function text(
  { pattern, maxLength = 30 }: z.infer<typeof Schema>,
  known: readonly string[] = [],
): fc.Arbitrary<string> {
  const plain =
    pattern === undefined || pattern.includes('\\p')
      ? fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 40) })
      : fc.stringMatching(new RegExp(pattern));
  return known.length === 0
    ? plain
    : fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, { arbitrary: plain, weight: 1 });
}
