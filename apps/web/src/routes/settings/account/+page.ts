import { redirect } from '@sveltejs/kit';
import { AccountView } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch, parent }) => {
  const { me } = await parent();
  if (me?.guest !== false) redirect(303, '/login?to=/settings/account');
  return { account: await read(fetch, '/api/account', AccountView) };
};
