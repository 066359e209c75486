import { SETUP_NAMES, STANDARD_RULES } from '@terrace/rules';
import * as z from 'zod/mini';
import { openApiRegistry } from './openapi.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** Fischer time: each seat starts with `initialMs` and gains `incrementMs` with every move of its own. */
const ClockTime = z.strictObject({
  kind: z.literal('clock'),
  initialMs: z.int().check(z.minimum(10 * SECOND), z.maximum(3 * HOUR)),
  incrementMs: z.int().check(z.minimum(0), z.maximum(180 * SECOND)),
});

/** Correspondence: every move has `perMoveMs` of its own. */
const DaysTime = z.strictObject({
  kind: z.literal('days'),
  perMoveMs: z.int().check(z.minimum(DAY), z.maximum(14 * DAY)),
});

export const TimeControl = z.discriminatedUnion('kind', [ClockTime, DaysTime]);
export type TimeControl = z.infer<typeof TimeControl>;

/** House rules (R6, R10). */
export const HouseRules = z.strictObject({
  capture: z.enum(['standard', 'rank']),
  sliding: z.enum(['standard', 'not-larger']),
});

/** What a table is set to before anyone sits; fixed for the game's life. */
export const Settings = z
  .strictObject({
    setup: z.enum([...SETUP_NAMES, 'custom']),
    /** Where a custom game begins, as text (R24); null for a named setup. */
    position: z.nullable(z.string().check(z.maxLength(200))),
    rules: HouseRules,
    time: z.nullable(TimeControl), // null: no clock
    rated: z.boolean(),
    /** `link`: not in the lobby; who has the link may come. */
    seen: z.enum(['public', 'link']),
    /** When all seats are taken the game starts by itself, or when the host says so. */
    starts: z.enum(['full', 'host']),
  })
  .register(openApiRegistry, { id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

/** The usual table, to be changed as one likes: a long public game of 5 + 3 by the standard rules, begun when it is full. */
export const DEFAULT_SETTINGS: Settings = {
  setup: 'long',
  position: null,
  rules: STANDARD_RULES,
  time: { kind: 'clock', initialMs: 300 * SECOND, incrementMs: 3 * SECOND },
  rated: false,
  seen: 'public',
  starts: 'full',
};
