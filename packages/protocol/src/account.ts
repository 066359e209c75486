import * as z from 'zod/mini';
import { Instant } from './ids.ts';
import { MAX_TOKEN_NAME_LENGTH } from './limits.ts';
import { NonBlankText, OpaqueText, Text } from './text.ts';
import { TimeZone } from './time-zone.ts';

/** A name as typed; the server decides whether it is allowed. */
export const AccountName = z.strictObject({
  name: Text(100),
  /** Of the browser, for times in e-mails and quiet hours. */
  timeZone: z.optional(TimeZone),
});
export type AccountName = z.infer<typeof AccountName>;

/** Longer than the password limit, so that the server can answer with a refusal that states the limit. */
const Password = OpaqueText(1000);
const Email = z.email().check(z.maxLength(200));

/** `GET /api/account/sign-in-methods` */
export const SignInMethods = z.object({
  mail: z.boolean(),
  /** The id in `/api/account/with/<id>`, such as `github`, and the display name. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether the user signed in through a provider and has not chosen a name yet. */
  unnamed: z.boolean(),
});
export type SignInMethods = z.infer<typeof SignInMethods>;

/** `POST /api/account/sign-up` */
export const SignUp = z.strictObject({
  name: Text(100),
  password: Password,
  email: z.optional(Email),
  /** Of the browser, for times in e-mails and quiet hours. */
  timeZone: z.optional(TimeZone),
});
export type SignUp = z.infer<typeof SignUp>;

/** `POST /api/account/sign-in`: `login` is a name or an e-mail address. */
export const SignIn = z.strictObject({ login: Text(200), password: Password });

/** `POST /api/account/password`; `current` is null for an account without a password. */
export const ChangePassword = z.strictObject({ current: z.nullable(Password), next: Password });

/** `POST /api/account/email`: effective once the link in the mail is opened; null removes the address. */
export const ChangeEmail = z.strictObject({ email: z.nullable(Email), password: z.nullable(Password) });

/** `POST /api/account/email/confirmed`: the token from the link. */
export const ConfirmEmail = z.strictObject({ token: OpaqueText(100) });

/** `POST /api/account/forgot`: the response never reveals whether the address is known. */
export const ForgotPassword = z.strictObject({ email: Email });

/** `POST /api/account/reset` */
export const ResetPassword = z.strictObject({ token: OpaqueText(100), password: Password });

/** `POST /api/account/deleted`; null for an account without a password. */
export const DeleteAccount = z.strictObject({ password: z.nullable(Password) });

/** Permissions of an API token. `play` covers commands, chat and opening tables, without `read`. */
export const TokenScope = z.enum(['read', 'play']);
export type TokenScope = z.infer<typeof TokenScope>;

/** `POST /api/account/tokens` */
export const NewToken = z.strictObject({
  name: NonBlankText(MAX_TOKEN_NAME_LENGTH),
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

/** The response to a new token, the only one that contains its text. */
export const CreatedToken = z.object({ text: z.string(), token: TokenRow });
export type CreatedToken = z.infer<typeof CreatedToken>;

export const SessionRow = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: Instant,
  address: z.string(),
  /** Browser and system, such as `Firefox, Linux`; empty if unknown. */
  browser: z.string(),
  userAgent: z.string(),
});
export type SessionRow = z.infer<typeof SessionRow>;

export const AccountView = z.object({
  name: z.string(),
  /** Whether the account is marked as a bot. */
  bot: z.boolean(),
  email: z.nullable(z.string()),
  mail: z.boolean(),
  password: z.boolean(),
  providers: z.array(z.string()),
  sessions: z.array(SessionRow),
  tokens: z.array(TokenRow),
});
export type AccountView = z.infer<typeof AccountView>;
