import type { ExternalServices } from '../accounts/account-services.ts';
import type { MailInOptions } from '../accounts/mail.ts';
import type { OpenId } from '../accounts/providers.ts';
import { StartError } from '../runtime/errors.ts';
import type { Env } from './env.ts';

/** The mail server and sign-in providers; undefined if none is set. @throws StartError if one is incomplete */
export function readExternalServices(env: Env): ExternalServices | undefined {
  const mail = pair(env, 'SMTP_URL', 'MAIL_FROM', (smtpUrl, from) => ({ smtpUrl, from }));
  const client = (clientId: string, clientSecret: string) => ({ clientId, clientSecret });
  const github = pair(env, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET', client);
  const google = pair(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', client);
  const discord = pair(env, 'DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', client);
  const openid = openIdOf(env);
  const mailIn = mailInOf(env, mail !== undefined);
  if ([mail, github, google, discord, openid].every((each) => each === undefined)) return undefined;
  if (env.PUBLIC_URL === undefined) {
    throw new StartError(
      'The setting PUBLIC_URL must be set together with e-mail or sign-in providers, because they link to it.',
    );
  }
  const providers = {
    ...(github && { github }),
    ...(google && { google }),
    ...(discord && { discord }),
    ...(openid && { openid }),
  };
  return { publicUrl: env.PUBLIC_URL, mail: mail ?? null, mailIn, providers };
}

/** Replies need mails to which they reply. */
function mailInOf(env: Env, sendsMail: boolean): MailInOptions | null {
  const { MAIL_IN_PORT: port, MAIL_IN_HOST: host, MAIL_IN_DOMAIN: domain, MAIL_IN_AUTHSERV_ID: authservIds } = env;
  if (port === undefined && domain === undefined) return null;
  if (port === undefined || domain === undefined || !sendsMail) {
    throw new StartError('To receive mail, set MAIL_IN_PORT and MAIL_IN_DOMAIN together with SMTP_URL and MAIL_FROM.');
  }
  return { host, port, domain, authservIds };
}

function openIdOf({ OIDC_NAME, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Env): OpenId | undefined {
  const given = { OIDC_NAME, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  if (Object.values(given).every((each) => each === undefined)) return undefined;
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  if (!OIDC_NAME || !OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) {
    throw new StartError(`To sign in with OpenID, also set ${missing.map(([name]) => name).join(' and ')}.`);
  }
  return { name: OIDC_NAME, issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET };
}

type Name = 'SMTP_URL' | 'MAIL_FROM' | `${'GITHUB' | 'GOOGLE' | 'DISCORD'}_CLIENT_${'ID' | 'SECRET'}`;

function pair<T>(env: Env, one: Name, other: Name, make: (one: string, other: string) => T): T | undefined {
  const [first, second] = [env[one], env[other]];
  if (first !== undefined && second !== undefined) return make(first, second);
  if (first === undefined && second === undefined) return undefined;
  const [there, missing] = first === undefined ? [other, one] : [one, other];
  throw new StartError(`The setting ${missing} must be set together with ${there}.`);
}
