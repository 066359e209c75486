import { expect, test } from 'vitest';
import { type Schema, schemaTokens } from './schema-text.ts';

const written = (schema: Schema): string =>
  schemaTokens(schema)
    .map((token) => ('name' in token ? `<${token.name}>` : token.text))
    .join('');

test('a schema is written in the notation of a value', () => {
  const id = { type: 'string' };
  expect(written({ type: 'object', properties: { id, name: id }, required: ['id'] })).toBe(
    '{ id: string, name?: string }',
  );
  expect(written({ type: 'array', items: { $ref: '#/components/schemas/Player' } })).toBe('<Player>[]');
  expect(written({ anyOf: [{ enum: ['south', 'north'] }, { type: 'null' }] })).toBe('"south" | "north" | null');
  expect(written({})).toBe('anything');
});

test('a schema longer than a line is written on several lines', () => {
  const inner = { type: 'object', properties: { by: { const: 'time' } }, required: ['by'] };
  expect(
    written({ type: 'object', properties: { result: inner, seq: { type: 'integer' } }, required: ['result'] }),
  ).toBe('{\n  result: { by: "time" },\n  seq?: integer\n}');
  expect(written({ oneOf: [inner, inner, inner] })).toBe('| { by: "time" }\n| { by: "time" }\n| { by: "time" }');
});
