import { redirect } from '@sveltejs/kit';
import { loadMessages } from '@terrace/messages';
import { AccountView, WebhookList } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, parent }) => {
  const { me } = await parent();
  if (me?.guest !== false) redirect(303, '/login?to=/settings/account');
  const [account, { webhooks }] = await Promise.all([
    getJson(fetch, '/api/account', AccountView),
    getJson(fetch, '/api/account/webhooks', WebhookList),
    loadMessages('account', 'people'),
  ]);
  return { account, webhooks };
};
