import { expect, test } from 'vitest';
import { type Schema, schemaTokens } from './schema-text.ts';

const written = (schema: Schema): string =>
  schemaTokens(schema)
    .map((token) => ('name' in token ? `<${token.name}>` : token.text))
    .join('');

test('a schema is written like the value it describes', () => {
  const id = { type: 'string' };
  expect(written({ type: 'object', properties: { id, name: id }, required: ['id'] })).toBe(
    '{ id: string, name?: string }',
  );
  expect(written({ type: 'array', items: { $ref: '#/components/schemas/Player' } })).toBe('<Player>[]');
  expect(written({ anyOf: [{ enum: ['south', 'north'] }, { type: 'null' }] })).toBe('"south" | "north" | null');
  expect(written({})).toBe('anything');
});

test('what does not fit a line is written over several', () => {
  const inner = { type: 'object', properties: { by: { const: 'time' } }, required: ['by'] };
  expect(
    written({ type: 'object', properties: { result: inner, seq: { type: 'integer' } }, required: ['result'] }),
  ).toBe('{\n  result: { by: "time" },\n  seq?: integer\n}');
  expect(written({ oneOf: [inner, inner, inner] })).toBe('| { by: "time" }\n| { by: "time" }\n| { by: "time" }');
});
