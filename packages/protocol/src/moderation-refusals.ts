import * as z from 'zod/mini';

/** Refusals that only reports and moderators meet with. They are part of `Refusal`, and `explain` has their sentences too. */
export const ModerationRefusal = z.discriminatedUnion('code', [
  z.object({ code: z.literal('not-admin') }),
  z.object({ code: z.literal('about-oneself') }),
  z.object({ code: z.literal('no-such-report') }),
  z.object({ code: z.literal('no-such-sanction') }),
]);
export type ModerationRefusal = z.infer<typeof ModerationRefusal>;

export function explainModeration({ code }: ModerationRefusal): string {
  switch (code) {
    case 'not-admin':
      return 'Only moderators can do that.';
    case 'about-oneself':
      return 'That is you. Name somebody else.';
    case 'no-such-report':
      return 'That report is not waiting any more.';
    case 'no-such-sanction':
      return 'That is not in force any more.';
  }
}
