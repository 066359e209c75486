import { redirect } from '@sveltejs/kit';
import { loadMessages } from '@terrace/messages';
import { AccountView } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, parent }) => {
  const texts = loadMessages('account', 'people');
  const { me } = await parent();
  if (me?.guest !== false) redirect(303, '/login?to=/settings/account');
  await texts;
  return { account: await getJson(fetch, '/api/account', AccountView) };
};
