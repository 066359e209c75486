import { createHash, createHmac } from 'node:crypto';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@terrace/protocol';
import type { BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal'; // without 250 modules of another query builder
import { bearer } from 'better-auth/plugins/bearer';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Passwords } from './passwords.ts';
import { builtInProviders, type OpenId, type Providers } from './providers.ts';

/** Looked up for unknown names, so that they take as long to reject as known ones. */
export const UNKNOWN_EMAIL = 'nobody@nowhere.invalid';

/** Internal header with the client's address. Headers of requests are never forwarded. */
export const ADDRESS_HEADER = 'x-terrace-address';
/** Internal header for a guest who returns from a provider. */
export const GUEST_HEADER = 'x-terrace-guest';

export const SESSION_SECONDS = 365 * 24 * 3600;

export type AuthTables = BetterAuthOptions['database'];

type Options = {
  readonly database: AuthTables;
  readonly secret: string;
  /** Null when PUBLIC_URL is not set. */
  readonly publicUrl: string | null;
  readonly providers: Providers;
  readonly passwords: Passwords;
  readonly reportError: (fault: unknown) => void;
  readonly onReset: (userId: string) => Promise<unknown>;
  /** Called for a first sign-in through a provider; `guest` is the browser's guest. */
  readonly newPlayerFor: (guest: string | null) => Promise<{ playerId: string; name: string }>;
};

export type Auth = ReturnType<typeof createAuth>;

/** better-auth, used for passwords, sessions and providers. Its own routes are not served. */
export function createAuth(options: Options) {
  const { database, secret, publicUrl, providers, passwords, reportError, newPlayerFor, onReset } = options;
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
    rateLimit: { enabled: false }, // ours also count by name, and use the address from the trusted proxy
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...more) => {
        const fault = more.find((each) => each instanceof Error) ?? new Error(message);
        if (!isStale(fault)) reportError(fault);
      },
    },
    onAPIError: { errorURL: '/login' },
  });
}

/** A stale or forged `state` is a client error and is not reported. */
const isStale = (fault: Error): boolean => 'code' in fault && String(fault.code).startsWith('state_');

/** Stores only the id from a provider's profile. */
const withoutProfile =
  (provider: string) =>
  ({ id, sub }: { id?: unknown; sub?: unknown }) => ({
    // Addresses are lower case, but ids may contain upper case.
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
  accountIssuer: issuer, // set here so that a provider that is down at startup does not block other sign-in methods
  scopes: ['openid'],
  mapProfileToUser: withoutProfile('openid'),
});

/** Whether better-auth rejected the request, as opposed to failing. */
export const isRefused = (error: unknown): boolean =>
  error instanceof APIError && error.statusCode >= 400 && error.statusCode < 500;
