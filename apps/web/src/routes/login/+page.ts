import { loadMessages } from '@terrace/messages';
import { SignInMethods } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const asked = getJson(fetch, '/api/account/sign-in-methods', SignInMethods);
  const [methods] = await Promise.all([asked, loadMessages('account')]);
  return { methods };
};
