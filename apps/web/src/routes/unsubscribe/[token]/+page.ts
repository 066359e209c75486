import { loadMessages } from '@terrace/messages';
import { MailSubscription } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

/** Only reads: programs that scan mails follow their links. */
export const load: PageLoad = async ({ fetch, params }) => {
  const path = `/api/unsubscribe/${encodeURIComponent(params.token)}` as const;
  const [subscription] = await Promise.all([getJson(fetch, path, MailSubscription), loadMessages('unsubscribe')]);
  return { subscription, path };
};
