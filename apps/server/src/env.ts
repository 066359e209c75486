import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { StartError } from './errors.ts';

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

const Settings = z
  .object({
    /** 0 takes any free port. */
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
      .default(3000),
    /** Address to listen on. `localhost` is this machine only, by IPv4 and IPv6; a container says 0.0.0.0 or ::. */
    HOST: z.string().default('localhost'),
    /** A Postgres to use; without it one is started in the data folder. */
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgresql://user:password@host:5432/name' })
      .optional(),
    /** Where the built-in Postgres and the session secret live; `.data` beside this program unless said. */
    DATA_DIR: z
      .string()
      .transform((path) => resolve(path))
      .default(fileURLToPath(new URL('../../../.data', import.meta.url))),
    /** Signs the session cookies; made once and kept in the data folder unless said. */
    SESSION_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
    /** Whether a proxy in front may say who the client is, by X-Forwarded-For and X-Forwarded-Proto. */
    TRUST_PROXY: flag.default(false),
    /** Where the world finds this server, such as https://terrace.example: for links in e-mails and other services. */
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'must look like https://terrace.example' })
      .transform((url) => new URL(url).origin)
      .optional(),
    /** Who carries e-mail, such as smtps://user:password@host:465, and whom it says it is from. Without them none is sent. */
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host:465' }).optional(),
    MAIL_FROM: z.string().optional(),
    /** What other services know this server by, so that people can sign in with them. */
    GITHUB_CLIENT_ID: z.string().optional(),
    GITHUB_CLIENT_SECRET: z.string().optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    DISCORD_CLIENT_ID: z.string().optional(),
    DISCORD_CLIENT_SECRET: z.string().optional(),
    /** Any service that speaks OpenID Connect: what its button says, and its issuer, such as https://id.example/club. */
    OIDC_NAME: z.string().max(40, 'must be 40 characters or less').optional(),
    OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must look like https://id.example/club' }).optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    /** false leaves the pages to somebody else, such as vite while developing. */
    SERVE_PAGES: flag.default(true),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
      .optional(),
    NODE_ENV: z.string().optional(),
  })
  .superRefine(({ NODE_ENV, DATABASE_URL, SESSION_SECRET }, context) => {
    // Whoever brings a database may run several servers on it, and a visitor of one must be known to the others.
    if (NODE_ENV !== 'production' || DATABASE_URL === undefined || SESSION_SECRET !== undefined) return;
    const message = 'must be set in production beside DATABASE_URL, to the same value for every server';
    context.addIssue({ code: 'custom', path: ['SESSION_SECRET'], message });
  })
  .transform(({ LOG_LEVEL, NODE_ENV, ...settings }) => ({
    ...settings,
    LOG_LEVEL: LOG_LEVEL ?? (NODE_ENV === 'production' ? ('info' as const) : ('warn' as const)),
  }));

export type Env = z.infer<typeof Settings>;

/** The settings the server runs with. A variable set to nothing counts as not set. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = Settings.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new StartError(
    parsed.error.issues.map(({ path, message }) => `The setting ${path.join('.')} ${message}.`).join(' '),
  );
}
