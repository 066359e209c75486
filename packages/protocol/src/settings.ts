import { SETUP_NAMES, STANDARD_RULES } from '@terrace/rules';
import * as z from 'zod/mini';
import { Strength } from './computers.ts';
import { DAY_MS, SECOND_MS } from './durations.ts';
import { MAX_INCREMENT_MS, MAX_INITIAL_MS, MAX_PER_MOVE_MS, MAX_POSITION_LENGTH } from './limits.ts';
import { openApiRegistry } from './openapi.ts';
import { Text } from './text.ts';

/** Fischer time: each seat starts with `initialMs` and gains `incrementMs` with every move of its own. */
const ClockTime = z.strictObject({
  kind: z.literal('clock'),
  initialMs: z.int().check(z.minimum(10 * SECOND_MS), z.maximum(MAX_INITIAL_MS)),
  incrementMs: z.int().check(z.minimum(0), z.maximum(MAX_INCREMENT_MS)),
});

/** Correspondence: every move has `perMoveMs` of its own. */
const DaysTime = z.strictObject({
  kind: z.literal('days'),
  perMoveMs: z.int().check(z.minimum(DAY_MS), z.maximum(MAX_PER_MOVE_MS)),
});

export const TimeControl = z.discriminatedUnion('kind', [ClockTime, DaysTime]);
export type TimeControl = z.infer<typeof TimeControl>;

/** House rules (R6, R10). */
const HouseRules = z.strictObject({
  capture: z.enum(['standard', 'rank']),
  sliding: z.enum(['standard', 'not-larger']),
});

/** What a table is set to before anyone sits; fixed for the game's life. */
export const Settings = z
  .strictObject({
    setup: z.enum([...SETUP_NAMES, 'custom']),
    /** Where a custom game begins, as text (R24); null for a named setup. */
    position: z.nullable(Text(MAX_POSITION_LENGTH)),
    rules: HouseRules,
    time: z.nullable(TimeControl), // null: no clock
    rated: z.boolean(),
    /** `link`: not in the lobby; who has the link may come. */
    seen: z.enum(['public', 'link']),
    /** When all seats are taken the game starts by itself, or when the host says so. */
    starts: z.enum(['full', 'host']),
    /**
     * With three or four seats: who resigns, runs out of time or leaves has lost, and a computer of this strength plays on
     * in their seat. Without it their pieces leave the board (R15). With two seats it has no effect.
     */
    substitute: z.optional(Strength),
  })
  .register(openApiRegistry, { id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

/** Settings with every field optional. */
export const SomeSettings = z.partial(Settings);

/** The usual table, to be changed as one likes: a long public game of 5 + 3 by the standard rules, begun when it is full. */
export const DEFAULT_SETTINGS: Settings = {
  setup: 'long',
  position: null,
  rules: STANDARD_RULES,
  time: { kind: 'clock', initialMs: 300 * SECOND_MS, incrementMs: 3 * SECOND_MS },
  rated: false,
  seen: 'public',
  starts: 'full',
};

/** Settings with the usual values for missing ones; a position without a setup makes the setup a custom one. */
export const completeSettings = (given: z.infer<typeof SomeSettings>): Settings =>
  Settings.parse({ ...DEFAULT_SETTINGS, ...(given.position != null && { setup: 'custom' }), ...given });
