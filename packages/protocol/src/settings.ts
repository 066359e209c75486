import { SETUP_NAMES } from '@terrace/rules';
import { z } from 'zod';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** Fischer time: each seat starts with `initialMs` and gains `incrementMs` with every move of its own. */
export const TimeControl = z.strictObject({
  initialMs: z
    .int()
    .min(10 * SECOND)
    .max(3 * HOUR),
  incrementMs: z
    .int()
    .min(0)
    .max(180 * SECOND),
});
export type TimeControl = z.infer<typeof TimeControl>;

/** What a table is set to before anyone sits; fixed for the game's life. */
export const Settings = z.strictObject({
  setup: z.enum(SETUP_NAMES),
  time: TimeControl.nullable(), // null: no clock
});
export type Settings = z.infer<typeof Settings>;
