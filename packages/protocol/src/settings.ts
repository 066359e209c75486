import { SETUP_NAMES, STANDARD_RULES } from '@terrace/rules';
import * as z from 'zod/mini';
import { Strength } from './computers.ts';
import { DAY_MS, SECOND_MS } from './durations.ts';
import {
  MAX_BANK_INCREMENT_MS,
  MAX_BANK_MS,
  MAX_INCREMENT_MS,
  MAX_INITIAL_MS,
  MAX_PER_MOVE_MS,
  MAX_POSITION_LENGTH,
} from './limits.ts';
import { openApiRegistry } from './openapi.ts';
import { NotationText } from './text.ts';
import { TimeZone } from './time-zone.ts';

/** Fischer time: each seat starts with `initialMs` and gains `incrementMs` per own move. */
const ClockTime = z.strictObject({
  kind: z.literal('clock'),
  initialMs: z.int().check(z.minimum(10 * SECOND_MS), z.maximum(MAX_INITIAL_MS)),
  incrementMs: z.int().check(z.minimum(0), z.maximum(MAX_INCREMENT_MS)),
});

/** Saturdays and Sundays in this time zone do not count. */
const weekendsOff = z.optional(TimeZone);

/** The full time for every move. */
const DaysTime = z.strictObject({
  kind: z.literal('days'),
  perMoveMs: z.int().check(z.minimum(DAY_MS), z.maximum(MAX_PER_MOVE_MS)),
  weekendsOff,
});

/** Each seat starts with `bankMs` and gains `incrementMs` per own move, but never has more than `bankMs`. */
const BankTime = z.strictObject({
  kind: z.literal('bank'),
  bankMs: z.int().check(z.minimum(DAY_MS), z.maximum(MAX_BANK_MS)),
  incrementMs: z.int().check(z.minimum(0), z.maximum(MAX_BANK_INCREMENT_MS)),
  weekendsOff,
});

export const TimeControl = z.discriminatedUnion('kind', [ClockTime, DaysTime, BankTime]);
export type TimeControl = z.infer<typeof TimeControl>;

export type CorrespondenceTime = Exclude<TimeControl, { kind: 'clock' }>;

/** Whether players have days for a move. A game without a time limit is none of these. */
export const isCorrespondence = (time: TimeControl | null | undefined): time is CorrespondenceTime =>
  time != null && time.kind !== 'clock';

/** House rules (R6, R10). */
const HouseRules = z.strictObject({
  capture: z.enum(['standard', 'rank']),
  sliding: z.enum(['standard', 'not-larger']),
});

export const Settings = z
  .strictObject({
    setup: z.enum([...SETUP_NAMES, 'custom']),
    /** Start position of a custom game (R24); null for a named setup. */
    position: z.nullable(NotationText(MAX_POSITION_LENGTH)),
    rules: HouseRules,
    time: z.nullable(TimeControl),
    rated: z.boolean(),
    /** `link`: not listed in the lobby, accessible with the link. */
    seen: z.enum(['public', 'link']),
    starts: z.enum(['full', 'host']),
    /** With three or four seats: a computer of this strength replaces a player who leaves. Without it, see R15. */
    substitute: z.optional(Strength),
  })
  .register(openApiRegistry, { id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

export const SomeSettings = z.partial(Settings);

/** The default table: a long public game of 5 + 3 by the standard rules that starts when it is full. */
export const DEFAULT_SETTINGS: Settings = {
  setup: 'long',
  position: null,
  rules: STANDARD_RULES,
  time: { kind: 'clock', initialMs: 300 * SECOND_MS, incrementMs: 3 * SECOND_MS },
  rated: false,
  seen: 'public',
  starts: 'full',
};

/** Fills missing settings with defaults; a position without a setup makes the setup custom. */
export const completeSettings = (given: z.infer<typeof SomeSettings>): Settings =>
  Settings.parse({ ...DEFAULT_SETTINGS, ...(given.position != null && { setup: 'custom' }), ...given });
