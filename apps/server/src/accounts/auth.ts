import { createHash, createHmac } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { bearer } from 'better-auth/plugins/bearer';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Mailer } from './mail.ts';
import { LONGEST, SHORTEST } from './passwords.ts';
import { knownOf, type OpenId, type Providers } from './providers.ts';

/** An address nobody has: who asks for an unknown name waits as long as for a known one. */
export const NOBODY = 'nobody@nowhere.invalid';

/** Our own header that tells better-auth from which address a request came; one that a stranger sends is thrown away. */
export const ADDRESS_HEADER = 'x-terrace-address';
/** And which guest somebody is who comes back from another service. */
export const GUEST_HEADER = 'x-terrace-guest';

/** How long one stays signed in, in s. */
export const SESSION_SECONDS = 365 * 24 * 3600;

type Options = {
  readonly database: BetterAuthOptions['database'];
  readonly secret: string;
  /** Where the world finds this server; null when nobody has said. */
  readonly publicUrl: string | null;
  readonly providers: Providers;
  readonly mail: Mailer | null;
  /** Takes what goes wrong in the background. */
  readonly report: (fault: unknown) => void;
  /** A new password was set by a link: whoever was signed in with the old one is so no more. */
  readonly onReset: (userId: string) => Promise<unknown>;
  /** Who somebody is from now on who came by another service for the first time, and was this guest, if any. */
  readonly welcome: (guest: string | null) => Promise<{ playerId: string; name: string }>;
};

export type Auth = ReturnType<typeof authOver>;

/** better-auth, kept to what we use of it: passwords, sessions and other services. Its own addresses are not served. */
export function authOver({ database, secret, publicUrl, providers, mail, report, welcome, onReset }: Options) {
  const { openid } = providers;

  return betterAuth({
    database,
    secret: createHmac('sha256', secret).update('accounts').digest('base64url'),
    baseURL: publicUrl ?? 'http://localhost',
    basePath: '/api/auth',
    emailAndPassword: {
      enabled: true,
      minPasswordLength: SHORTEST,
      maxPasswordLength: LONGEST,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }: { user: { id: string } }) => void (await onReset(user.id)),
      ...(mail && {
        // Not awaited: how long it takes would tell whether there is such an address.
        sendResetPassword: async ({ user, token }: { user: { email: string; name: string }; token: string }) =>
          void mail.reset(user.email, user.name, token).catch(report),
      }),
    },
    socialProviders: Object.fromEntries(
      knownOf(providers).map(([id, client]) => [id, { ...client, mapProfileToUser: nameless(id) }]),
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
            return { data: { ...user, ...(await welcome(context?.headers?.get(GUEST_HEADER) ?? null)), image: null } };
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

/** A way back from a service that is none any more, or never was: whoever asks may cause that, and is told so. */
const isStale = (fault: Error): boolean => 'code' in fault && String(fault.code).startsWith('state_');

/** Nothing is kept of what a service knows about somebody but the id there. */
const nameless =
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
  accountIssuer: issuer, // said here, a service that is away when we start is none of the other ways' business
  scopes: ['openid'],
  mapProfileToUser: nameless('openid'),
});

/** Whether better-auth refused, rather than broke. */
export const isRefused = (error: unknown): boolean =>
  error instanceof APIError && error.statusCode >= 400 && error.statusCode < 500;
