import * as z from 'zod/mini';

/** Refusals that only accounts and their keys meet with. They are part of `Refusal`. */
export const AccountRefusal = z.discriminatedUnion('code', [
  z.object({ code: z.literal('bad-name'), why: z.enum(['length', 'letters', 'reserved']) }),
  z.object({ code: z.literal('name-taken'), name: z.string() }),
  z.object({ code: z.literal('bad-password'), why: z.enum(['short', 'long', 'name', 'common']) }),
  z.object({ code: z.literal('wrong-login') }),
  z.object({ code: z.literal('wrong-password') }),
  z.object({ code: z.literal('signed-in') }),
  z.object({ code: z.literal('needs-account') }),
  z.object({ code: z.literal('sign-in-again') }),
  z.object({ code: z.literal('no-mail') }),
  z.object({ code: z.literal('link-over') }),
  z.object({ code: z.literal('no-such-sign-in-method') }),
  z.object({ code: z.literal('no-such-session') }),
  z.object({ code: z.literal('no-such-token') }),
  z.object({ code: z.literal('too-many-tokens'), most: z.int() }),
  z.object({ code: z.literal('too-many-follows'), most: z.int() }),
  z.object({ code: z.literal('follows-need-account'), name: z.string() }),
  z.object({ code: z.literal('bad-token') }),
  z.object({ code: z.literal('read-only-token') }),
]);
export type AccountRefusal = z.infer<typeof AccountRefusal>;
