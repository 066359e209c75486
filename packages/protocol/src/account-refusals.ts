import * as z from 'zod/mini';

/** Refusals that only accounts and their keys meet with. They are part of `Refusal`, and `explain` has their sentences too. */
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
  z.object({ code: z.literal('bad-token') }),
  z.object({ code: z.literal('read-only-token') }),
]);
export type AccountRefusal = z.infer<typeof AccountRefusal>;

const CODES: ReadonlySet<string> = new Set(AccountRefusal.def.options.flatMap(({ shape }) => shape.code.def.values));
export const isAccountRefusal = (refusal: { code: string }): refusal is AccountRefusal => CODES.has(refusal.code);

const NAMES = {
  length: 'A name has 2 to 20 characters.',
  letters: 'A name has letters without accents, digits, _ and -, and nothing else.',
  reserved: 'That name is kept for the site itself. Choose another one.',
};
const PASSWORDS = {
  short: 'A password has at least 8 characters. Make it longer.',
  long: 'A password has at most 128 characters. Make it shorter.',
  name: 'That password is your name, which anyone can guess. Choose another one.',
  common: 'That password is too easy to guess. Choose a longer one, or several words.',
};

export function explainAccount(refusal: AccountRefusal): string {
  switch (refusal.code) {
    case 'bad-name':
      return NAMES[refusal.why];
    case 'name-taken':
      return `${refusal.name} is taken, or looks too much like a name that is. Choose another one.`;
    case 'bad-password':
      return PASSWORDS[refusal.why];
    case 'wrong-login':
      return 'That name and password do not belong together. Check both.';
    case 'wrong-password':
      return 'That is not your password. Type it again.';
    case 'signed-in':
      return 'You are signed in already. Sign out first to use another account.';
    case 'needs-account':
      return 'Only somebody with an account can do that. Sign in, or sign up.';
    case 'sign-in-again':
      return 'It has been a while since you signed in. Sign out, sign in again, and then do this.';
    case 'no-mail':
      return 'This server sends no e-mail, so it keeps no addresses. Go on without one.';
    case 'link-over':
      return 'That link is used up or too old. Ask for a new one.';
    case 'no-such-sign-in-method':
      return 'There is no such way to sign in here. Use one that the page shows.';
    case 'no-such-session':
      return 'That session is over already.';
    case 'no-such-token':
      return 'There is no such token. It may have been revoked already.';
    case 'too-many-tokens':
      return `You have ${refusal.most} tokens, which is the most. Revoke one, then make another.`;
    case 'bad-token':
      return 'The server does not know that token. It may have been revoked: make another one in the settings.';
    case 'read-only-token':
      return 'That token may only read. Make one in the settings that may also play.';
  }
}
