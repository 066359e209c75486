import type { ExternalServices } from '../accounts/account-services.ts';
import type { Env } from './env.ts';

/** One line for the operator: the channels of notifications that are on, and the settings that turn on the rest. */
export function channelsLine(
  env: Pick<Env, 'WEBHOOKS' | 'PUBLIC_URL'>,
  external: ExternalServices | undefined,
): string {
  const isReachable = env.PUBLIC_URL?.startsWith('https:') ?? false;
  const channels = [
    isReachable ? 'push on' : 'push on, but Apple devices need an https PUBLIC_URL',
    external?.mail ? 'mail on' : 'mail off (needs SMTP_URL, MAIL_FROM and PUBLIC_URL)',
    repliesText(external?.mailIn?.authservIds),
    env.WEBHOOKS ? 'webhooks on' : 'webhooks off (WEBHOOKS is false)',
  ];
  return `Notifications: ${channels.join('; ')}`;
}

function repliesText(authservIds: readonly string[] | undefined): string {
  if (authservIds === undefined) return 'replies by mail off (needs MAIL_IN_PORT and MAIL_IN_DOMAIN)';
  return authservIds.length > 0
    ? 'replies by mail on'
    : 'replies by mail on, but anyone can forge their senders (needs MAIL_IN_AUTHSERV_ID)';
}
