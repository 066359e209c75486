import * as z from 'zod/mini';
import { Instant } from './ids.ts';
import { MAX_TOKEN_NAME_LENGTH } from './limits.ts';
import { Text, Words } from './text.ts';

/** What somebody types for a name; which names do, and why others do not, is for the server to say. */
export const AccountName = z.strictObject({ name: Text(100) });

/** Longer ones are told apart from too long ones by a refusal, up to here. */
const Password = Text(1000);
const Email = z.email().check(z.maxLength(200));

/** `GET /api/account/sign-in-methods`: how one can sign in here. */
export const SignInMethods = z.object({
  /** Whether this server sends e-mail, so that an address is of any use. */
  mail: z.boolean(),
  /** Providers: the id in `/api/account/with/<id>`, such as `github`, and the name people know. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Signed in through a provider, without a name yet. */
  unnamed: z.boolean(),
});
export type SignInMethods = z.infer<typeof SignInMethods>;

/** `POST /api/account/sign-up` */
export const SignUp = z.strictObject({
  name: Text(100),
  password: Password,
  email: z.optional(Email),
});

/** `POST /api/account/sign-in`: `login` is a name or an e-mail address. */
export const SignIn = z.strictObject({ login: Text(200), password: Password });

/** `POST /api/account/password`; `current` is null for who has only signed in by another service. */
export const ChangePassword = z.strictObject({ current: z.nullable(Password), next: Password });

/** `POST /api/account/email`: the new address counts once its owner has followed the link sent there; null for none. */
export const ChangeEmail = z.strictObject({ email: z.nullable(Email), password: z.nullable(Password) });

/** `POST /api/account/email/confirmed`: what the link carried. */
export const ConfirmEmail = z.strictObject({ token: Text(100) });

/** `POST /api/account/forgot`: always answered the same. */
export const Forgot = z.strictObject({ email: Email });

/** `POST /api/account/reset` */
export const Reset = z.strictObject({ token: Text(100), password: Password });

/** `POST /api/account/deleted`; null for who has only signed in by another service. */
export const DeleteAccount = z.strictObject({ password: z.nullable(Password) });

/** What a program may do with a token: look, or also play, talk and set up tables. */
export const TokenScope = z.enum(['read', 'play']);
export type TokenScope = z.infer<typeof TokenScope>;

/** `POST /api/account/tokens`, answered with the token's text, which is shown this once. */
export const NewToken = z.strictObject({
  name: Words(MAX_TOKEN_NAME_LENGTH),
  scopes: z.array(TokenScope).check(z.minLength(1), z.maxLength(TokenScope.options.length)),
});
export type NewToken = z.infer<typeof NewToken>;

export const TokenRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(TokenScope),
  createdAt: Instant,
  usedAt: z.nullable(Instant),
});
export type TokenRow = z.infer<typeof TokenRow>;

/** The answer to a new token: its text, which is nowhere else. */
export const MadeToken = z.object({ text: z.string(), token: TokenRow });
export type MadeToken = z.infer<typeof MadeToken>;

export const SessionRow = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  createdAt: Instant,
  address: z.string(),
  /** Browser and system, such as `Firefox, Linux`; empty when nothing is known. */
  browser: z.string(),
  userAgent: z.string(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** `GET /api/account`: one's own account. */
export const AccountView = z.object({
  name: z.string(),
  /** Null when there is none, or none that was confirmed. */
  email: z.nullable(z.string()),
  mail: z.boolean(),
  password: z.boolean(),
  providers: z.array(z.string()),
  sessions: z.array(SessionRow),
  tokens: z.array(TokenRow),
});
export type AccountView = z.infer<typeof AccountView>;
