import * as z from 'zod/mini';

/** Refusals that only reports and moderators meet with. They are part of `Refusal`. */
export const ModerationRefusal = z.discriminatedUnion('code', [
  z.object({ code: z.literal('not-admin') }),
  z.object({ code: z.literal('about-oneself') }),
  z.object({ code: z.literal('no-such-report') }),
  z.object({ code: z.literal('no-such-sanction') }),
]);
export type ModerationRefusal = z.infer<typeof ModerationRefusal>;
