import { DEFAULT_NOTIFICATION_CHOICES } from '@terrace/protocol';
import { z } from 'zod';

/** The parts of JSON Schema that zod writes. */
type JsonSchema = {
  $ref?: string | undefined;
  type?: string | undefined;
  const?: unknown;
  enum?: readonly unknown[] | undefined;
  default?: unknown;
  pattern?: string | undefined;
  minimum?: number | undefined;
  exclusiveMinimum?: number | undefined;
  maximum?: number | undefined;
  anyOf?: readonly JsonSchema[] | undefined;
  oneOf?: readonly JsonSchema[] | undefined;
  allOf?: readonly JsonSchema[] | undefined;
  items?: JsonSchema | undefined;
  minItems?: number | undefined;
  properties?: Readonly<Record<string, JsonSchema>> | undefined;
  propertyNames?: JsonSchema | undefined;
  additionalProperties?: JsonSchema | undefined;
};

const JsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z
      .union([z.string(), z.array(z.string()).transform((types) => types.find((type) => type !== 'null'))])
      .optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    default: z.unknown().optional(),
    pattern: z.string().optional(),
    minimum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    maximum: z.number().optional(),
    anyOf: z.array(JsonSchema).optional(),
    oneOf: z.array(JsonSchema).optional(),
    allOf: z.array(JsonSchema).optional(),
    items: JsonSchema.optional(),
    minItems: z.number().optional(),
    properties: z.record(z.string(), JsonSchema).optional(),
    propertyNames: JsonSchema.optional(),
    additionalProperties: JsonSchema.optional().catch(undefined),
  }),
);

const MAX_DEPTH = 12;

const GAME_ID = 'AbCdEfGhIjKl';
const PLAYER_ID = 'k3Jd8sQmZ1';
const INSTANT = 1_795_000_000_000;

/** Strings and numbers by the name of their property, where the schema allows more than one. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  name: 'mira',
  id: '5d0c1b7e-3a52-4f0b-9c5e-0a3f6f1f7a10',
  device: 'Firefox, Linux',
  names: 'mira',
  text: 'Good luck!',
  url: 'https://bot.example/terrace',
  path: `/game/${GAME_ID}`,
  timestamp: '2026-11-26T12:00:00.000Z',
  timeZone: 'Europe/Berlin',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  position: '1 1t1T1/6/6/6/6/1T1t1 south',
  email: 'mira@example.org',
  address: '203.0.113.7',
  browser: 'Firefox, Linux',
  userAgent: 'Mozilla/5.0',
  ply: 17,
  seq: 24,
  place: 1,
  rating: 1612,
  deviation: 58,
};

/** Strings by pattern. */
const BY_PATTERN: readonly (readonly [pattern: RegExp, sample: string])[] = [
  [/\{12\}/, GAME_ID],
  [/\{8,40\}/, PLAYER_ID],
  [/\[a-h\]\[1-8\]/, 'd3'],
  [/\{22\}/, 'Zk3vQ1nT8yLw5xRb2mPd7A'],
  [/\[a-z\]\{1,16\}/, 'classic'],
];

/** A value that the schema accepts, for the examples of replies. `schemas` are the components that it refers to. */
export function sampleOf(schema: unknown, schemas: Readonly<Record<string, unknown>>): unknown {
  const parse = (part: unknown): JsonSchema => JsonSchema.parse(part ?? {});

  function sample(given: JsonSchema, name: string, depth: number): unknown {
    if (given.$ref !== undefined) {
      const id = given.$ref.split('/').at(-1) ?? '';
      if (id === 'NotificationChoices') return DEFAULT_NOTIFICATION_CHOICES;
      return sample(parse(schemas[id]), name, depth + 1);
    }
    if (given.const !== undefined) return given.const;
    if (given.enum !== undefined) return given.enum[0];
    const choices = given.anyOf ?? given.oneOf;
    if (choices !== undefined) return sample(choiceOf(choices, depth), name, depth + 1);
    if (given.allOf !== undefined) {
      const parts = given.allOf.map((part) => sample(part, name, depth + 1));
      return parts.every((part) => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0];
    }
    switch (given.type) {
      case 'object':
        return sampleObject(given, depth);
      case 'array':
        return depth > MAX_DEPTH && (given.minItems ?? 0) === 0
          ? []
          : [sample(given.items ?? {}, name.replace(/s$/, ''), depth + 1)];
      case 'string':
        return sampleString(given, name);
      case 'integer':
      case 'number':
        return sampleNumber(given, name);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return given.default ?? {};
    }
  }

  function sampleObject({ properties, propertyNames, additionalProperties }: JsonSchema, depth: number): unknown {
    const entries = Object.entries(properties ?? {}).map(
      ([key, property]) => [key, sample(property, key, depth + 1)] as const,
    );
    if (entries.length > 0 || additionalProperties === undefined) return Object.fromEntries(entries);
    const keys = (propertyNames?.enum ?? ['south']).map(String);
    return Object.fromEntries(keys.map((key) => [key, sample(additionalProperties, key, depth + 1)]));
  }

  return sample(parse(schema), '', 0);
}

/** The first choice that is not null; null ends a deep structure. */
function choiceOf(choices: readonly JsonSchema[], depth: number): JsonSchema {
  const empty = choices.find(({ type }) => type === 'null');
  if (depth > MAX_DEPTH && empty !== undefined) return empty;
  return choices.find(({ type }) => type !== 'null') ?? {};
}

function sampleString({ pattern }: JsonSchema, name: string): string {
  const known = BY_NAME[name];
  if (pattern === undefined) return typeof known === 'string' ? known : name === '' ? 'text' : name;
  return BY_PATTERN.find(([like]) => like.test(pattern))?.[1] ?? (typeof known === 'string' ? known : name);
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: JsonSchema, name: string): number {
  const known = BY_NAME[name];
  const least = exclusiveMinimum === undefined ? (minimum ?? 0) : exclusiveMinimum + 1;
  const wanted = typeof known === 'number' ? known : isInstant(name) ? INSTANT : Math.max(least, 3);
  return Math.max(least, Math.min(maximum ?? wanted, wanted));
}

const isInstant = (name: string): boolean => /(?:^|[a-z])(?:at|At|since|Since|until|Until|now)$/.test(name);
