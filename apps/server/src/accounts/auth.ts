import { createHash, createHmac } from 'node:crypto';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@terrace/protocol';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { bearer } from 'better-auth/plugins/bearer';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Mailer } from './mail.ts';
import type { Passwords } from './passwords.ts';
import { builtInProviders, type OpenId, type Providers } from './providers.ts';

/** Looked up for an unknown name, so that the answer takes as long as for a known one. */
export const UNKNOWN_EMAIL = 'nobody@nowhere.invalid';

/** Our own header that tells better-auth the client's address; a header of a request never gets there. */
export const ADDRESS_HEADER = 'x-terrace-address';
/** The same for the guest who comes back from a provider. */
export const GUEST_HEADER = 'x-terrace-guest';

/** How long one stays signed in, in s. */
export const SESSION_SECONDS = 365 * 24 * 3600;

export type AuthTables = BetterAuthOptions['database'];

type Options = {
  readonly database: AuthTables;
  readonly secret: string;
  /** Null when PUBLIC_URL is not set. */
  readonly publicUrl: string | null;
  readonly providers: Providers;
  readonly mail: Mailer | null;
  readonly passwords: Passwords;
  /** Takes what goes wrong in the background. */
  readonly report: (fault: unknown) => void;
  /** A password was reset through a link: every session of the account ends. */
  readonly onReset: (userId: string) => Promise<unknown>;
  /** The player of an account that a provider's first sign-in creates; `guest` is who the browser was, if anybody. */
  readonly newPlayerFor: (guest: string | null) => Promise<{ playerId: string; name: string }>;
};

export type Auth = ReturnType<typeof createAuth>;

/** better-auth, with what we use of it: passwords, sessions and providers. Its own routes are not served. */
export function createAuth(options: Options) {
  const { database, secret, publicUrl, providers, mail, passwords, report, newPlayerFor, onReset } = options;
  const { openid } = providers;

  return betterAuth({
    database,
    secret: createHmac('sha256', secret).update('accounts').digest('base64url'),
    baseURL: publicUrl ?? 'http://localhost',
    basePath: '/api/auth',
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: passwords.hash, verify: passwords.verify },
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }: { user: { id: string } }) => void (await onReset(user.id)),
      ...(mail && {
        // Not awaited: how long it takes would tell whether there is such an address.
        sendResetPassword: async ({ user, token }: { user: { email: string; name: string }; token: string }) =>
          void mail.sendPasswordReset(user.email, user.name, token).catch(report),
      }),
    },
    socialProviders: Object.fromEntries(
      builtInProviders(providers).map(([id, client]) => [id, { ...client, mapProfileToUser: withoutProfile(id) }]),
    ),
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
    user: { additionalFields: { playerId: { type: 'string', required: false } } },
    account: { accountLinking: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => {
            if (typeof user.playerId === 'string') return undefined;
            return {
              data: { ...user, ...(await newPlayerFor(context?.headers?.get(GUEST_HEADER) ?? null)), image: null },
            };
          },
        },
      },
      account: {
        create: {
          before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }),
        },
      },
    },
    plugins: [bearer(), genericOAuth({ config: openid ? [openIdConnect(openid)] : [] })],
    disabledPaths: ['/sign-up/email', '/sign-in/email', '/reset-password', '/request-password-reset', '/update-user'],
    advanced: {
      cookiePrefix: 'terrace',
      useSecureCookies: publicUrl?.startsWith('https:') ?? false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    rateLimit: { enabled: false }, // ours count by name as well, and look at the address the proxy vouches for
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...more) => {
        const fault = more.find((each) => each instanceof Error) ?? new Error(message);
        if (!isStale(fault)) report(fault);
      },
    },
    onAPIError: { errorURL: '/login' },
  });
}

/** A stale or invented `state` from a provider is the client's mistake, not a fault to report. */
const isStale = (fault: Error): boolean => 'code' in fault && String(fault.code).startsWith('state_');

/** Nothing of a provider's profile is stored but the id there. */
const withoutProfile =
  (provider: string) =>
  ({ id, sub }: { id?: unknown; sub?: unknown }) => ({
    // An address has no upper case, and an id may.
    email: `${createHash('sha256')
      .update(`${provider} ${sub ?? id}`)
      .digest('hex')}@nowhere.invalid`,
    emailVerified: false,
    name: '',
    image: '',
  });

const openIdConnect = ({ name, issuer, clientId, clientSecret }: OpenId) => ({
  providerId: 'openid',
  name,
  clientId,
  clientSecret,
  discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  accountIssuer: issuer, // given here, a provider that is down at start does not stop the other sign-in methods
  scopes: ['openid'],
  mapProfileToUser: withoutProfile('openid'),
});

/** Whether better-auth refused, rather than broke. */
export const isRefused = (error: unknown): boolean =>
  error instanceof APIError && error.statusCode >= 400 && error.statusCode < 500;
