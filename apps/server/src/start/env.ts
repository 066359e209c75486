import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readTrustProxy } from '../admission/client-address.ts';
import { StartError } from '../runtime/errors.ts';

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

const ALL_PARTS = ['play', 'pages', 'jobs'] as const;
type Part = (typeof ALL_PARTS)[number];

const Settings = z
  .object({
    /** 0 uses any free port. */
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
      .default(3000),
    /** The address to listen on. `localhost` is this machine only, over IPv4 and IPv6; containers use 0.0.0.0 or ::. */
    HOST: z.string().default('localhost'),
    /** By default a Postgres is started in the data folder. */
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user:password@host:5432/name' })
      .optional(),
    /** The Redis or Valkey that connects several servers on one database. Required for more than one server. */
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must look like redis://user:password@host:6379' }).optional(),
    /** The folder of the built-in Postgres and the session secret. Defaults to `.data` in this repository. */
    DATA_DIR: z
      .string()
      .transform((path) => resolve(path))
      .default(fileURLToPath(new URL('../../../../.data', import.meta.url))),
    /** Signs the session cookies. By default a secret is created in the data folder. */
    SESSION_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
    /** The reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
    TRUST_PROXY: z
      .string()
      .default('false')
      .transform((setting, context) => {
        const trust = readTrustProxy(setting);
        if (trust !== undefined) return trust;
        context.addIssue(
          'must be false, the number of proxies in front, such as 1, or their networks, such as loopback,10.0.0.0/8',
        );
        return z.NEVER;
      }),
    /** The public address, such as https://terrace.example, for links in e-mails and redirects of sign-in providers. */
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'must look like https://terrace.example' })
      .transform((url) => new URL(url).origin)
      .optional(),
    /** The SMTP server, such as smtps://user:password@host:465, and the sender. Both are required to send e-mails. */
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host:465' }).optional(),
    MAIL_FROM: z.string().optional(),
    /** A port on which the operator's mail server delivers replies to mails, and the domain of their addresses. */
    MAIL_IN_PORT: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number from 1 to 65535')
      .transform(Number)
      .refine((port) => port > 0 && port <= 65_535, 'must be a whole number from 1 to 65535')
      .optional(),
    MAIL_IN_HOST: z.string().default('127.0.0.1'),
    MAIL_IN_DOMAIN: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must look like play.terrace.example')
      .toLowerCase()
      .optional(),
    /** The names of the mail server in its Authentication-Results headers. Senders are unchecked if it is missing. */
    MAIL_IN_AUTHSERV_ID: z
      .string()
      .default('')
      .transform((names) => names.split(/[\s,]+/).filter((name) => name !== '')),
    GITHUB_CLIENT_ID: z.string().optional(),
    GITHUB_CLIENT_SECRET: z.string().optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    DISCORD_CLIENT_ID: z.string().optional(),
    DISCORD_CLIENT_SECRET: z.string().optional(),
    /** Any OpenID Connect provider: the label of its button, and its issuer, such as https://id.example/club. */
    OIDC_NAME: z.string().max(40, 'must be 40 characters or less').optional(),
    OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must look like https://id.example/club' }).optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    /**
     * What this server does: `play` (games, the API and sockets), `pages` (the built pages) and `jobs` (background work).
     * In development, Vite serves the pages.
     */
    PARTS: z
      .string()
      .default(ALL_PARTS.join())
      .transform((setting, context): ReadonlySet<Part> => {
        const parts = z.array(z.enum(ALL_PARTS)).safeParse(setting.split(/\s*,\s*/));
        if (parts.success) return new Set(parts.data);
        context.addIssue(`must list parts of a server, such as ${ALL_PARTS.join()}`);
        return z.NEVER;
      }),
    /** A server that plays games, such as http://play:3000. Required on a server without play. */
    PLAY_URL: z
      .url({ protocol: /^https?$/, error: 'must look like http://play:3000' })
      .refine(
        (url) => `${new URL(url).origin}/` === new URL(url).href,
        'must look like http://play:3000, without a path',
      )
      .transform((url) => new URL(url).origin)
      .optional(),
    /** The link to this server's source code in the footer of its pages, if set. */
    SOURCE_URL: z.url({ protocol: /^https?$/, error: 'must look like https://code.example/terrace' }).optional(),
    EXHIBITION: flag.default(true),
    /** Whether the server posts notifications to addresses that players enter. */
    WEBHOOKS: flag.default(true),
    /** Hosts of push services besides those of the known browsers, separated by commas, such as `*.push.example.org`. */
    PUSH_HOSTS: z
      .string()
      .regex(
        /^(\*\.)?[a-z0-9.-]+(, ?(\*\.)?[a-z0-9.-]+)*$/i,
        'must be host names separated by commas, such as push.example.org',
      )
      .toLowerCase()
      .transform((hosts) => hosts.split(/, ?/))
      .default([]),
    /** How far computer and review searches lower their priority below people's moves, from 0 to 19. */
    SEARCH_NICENESS: z
      .string()
      .regex(/^1?\d$/, 'must be a whole number from 0 to 19')
      .transform(Number)
      .default(19),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
      .optional(),
    NODE_ENV: z.string().optional(),
  })
  .superRefine((settings, context) => {
    const { NODE_ENV, DATABASE_URL, REDIS_URL, SESSION_SECRET, PORT, MAIL_IN_PORT, PARTS, PLAY_URL } = settings;
    if (PORT === MAIL_IN_PORT) {
      context.addIssue({ code: 'custom', path: ['MAIL_IN_PORT'], message: 'must differ from PORT' });
    }
    if (!PARTS.has('play') && (PLAY_URL === undefined || SESSION_SECRET === undefined)) {
      const message = 'must be set on a server without play, SESSION_SECRET to the value of the others';
      context.addIssue({ code: 'custom', path: ['PLAY_URL and SESSION_SECRET'], message });
    }
    if (REDIS_URL !== undefined && DATABASE_URL === undefined) {
      const message = 'must be set together with REDIS_URL, because several servers share one database';
      context.addIssue({ code: 'custom', path: ['DATABASE_URL'], message });
    }
    if (!PARTS.has('play') && PARTS.has('jobs') && DATABASE_URL === undefined) {
      const message = 'must be set on a server that has jobs but not play';
      context.addIssue({ code: 'custom', path: ['DATABASE_URL'], message });
    }
    if (NODE_ENV !== 'production') return;
    if (DATABASE_URL === undefined && PARTS.has('play')) {
      const message = 'must be set when NODE_ENV is production, because the built-in Postgres is for trials';
      context.addIssue({ code: 'custom', path: ['DATABASE_URL'], message });
    }
    // Several servers may share the database, and each must accept the cookies of the others.
    if (SESSION_SECRET === undefined) {
      const message = 'must be set when NODE_ENV is production, to the same value on every server';
      context.addIssue({ code: 'custom', path: ['SESSION_SECRET'], message });
    }
  })
  .transform(({ LOG_LEVEL, NODE_ENV, ...settings }) => ({
    ...settings,
    LOG_LEVEL: LOG_LEVEL ?? (NODE_ENV === 'production' ? ('info' as const) : ('warn' as const)),
  }));

export type Env = z.infer<typeof Settings>;

/** Settings of earlier versions, which must not be ignored silently. */
const REPLACED: Readonly<Record<string, string>> = {
  SERVE_PAGES: 'PARTS says what a server does, and PARTS=play,jobs is a server without pages',
};

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Settings.in.shape);

/** The settings of the server. An empty variable counts as unset. @throws StartError on an invalid value */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  for (const [name, advice] of Object.entries(REPLACED)) {
    if (name in given) throw new StartError(`The setting ${name} no longer exists: ${advice}.`);
  }
  const parsed = Settings.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new StartError(
    parsed.error.issues.map(({ path, message }) => `The setting ${path.join('.')} ${message}.`).join(' '),
  );
}
