import type { Outside } from '../accounts/open.ts';
import type { Env } from '../env.ts';
import { StartFault } from '../fault.ts';

/**
 * What the settings say of the world outside: mail, and other services to sign in by. Undefined when they say nothing.
 *
 * @throws StartFault when they say half of something
 */
export function outsideOf(env: Env): Outside | undefined {
  const mail = pair(env, 'SMTP_URL', 'MAIL_FROM', (smtpUrl, from) => ({ smtpUrl, from }));
  const client = (clientId: string, clientSecret: string) => ({ clientId, clientSecret });
  const github = pair(env, 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET', client);
  const google = pair(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', client);
  const discord = pair(env, 'DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', client);
  if ([mail, github, google, discord].every((each) => each === undefined)) return undefined;
  if (env.PUBLIC_URL === undefined) {
    throw new StartFault('The setting PUBLIC_URL must be set beside e-mail or another service: they lead back to it.');
  }
  const providers = { ...(github && { github }), ...(google && { google }), ...(discord && { discord }) };
  return { publicUrl: env.PUBLIC_URL, mail: mail ?? null, providers };
}

type Name = 'SMTP_URL' | 'MAIL_FROM' | `${'GITHUB' | 'GOOGLE' | 'DISCORD'}_CLIENT_${'ID' | 'SECRET'}`;

function pair<T>(env: Env, one: Name, other: Name, make: (one: string, other: string) => T): T | undefined {
  const [first, second] = [env[one], env[other]];
  if (first !== undefined && second !== undefined) return make(first, second);
  if (first === undefined && second === undefined) return undefined;
  const [there, missing] = first === undefined ? [other, one] : [one, other];
  throw new StartFault(`The setting ${missing} must be set beside ${there}.`);
}
