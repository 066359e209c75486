import fc from 'fast-check';

const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? { a: value } : [value];
  return value;
};

/** Text that is known to break programs. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udc00y',
    'name\\',
    '%',
    '_%_',
    "'; drop table game; --",
    '../../../etc/passwd',
    '__proto__',
    'constructor',
    '\u202e\u200b\ufeff',
    '\r\nSet-Cookie: a=b',
    '0000-01-01',
    '9999-99-99',
    '-1',
    '2147483648',
    '9007199254740993',
    '1e400',
    'NaN',
    'x'.repeat(300),
    'é'.repeat(9_000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Values that hardly any field accepts. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, '', [], {}, -1, -0, 1.5, 2 ** 31, 2 ** 53, 1e308, nested(1_000)),
  fc.constant(JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}, "toString": 7}')),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A value with one nested part replaced by a hostile one or removed, or with an extra part. */
export function spoilt(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(good, fc.array(fc.nat(), { maxLength: 4 }), fc.option(hostileValue, { nil: undefined })).map(spoil);
}

function spoil([value, path, by]: readonly [unknown, readonly number[], unknown]): unknown {
  const [turn, ...rest] = path;
  if (turn === undefined || typeof value !== 'object' || value === null) return by;
  if (Array.isArray(value)) {
    const at = turn % (value.length + 1);
    return at === value.length ? [...value, by] : value.with(at, spoil([value[at], rest, by]));
  }
  const entries = Object.entries(value);
  const at = turn % (entries.length + 1);
  const [name, part] = entries[at] ?? ['extra', undefined];
  return { ...value, [name]: spoil([part, rest, by]) };
}
