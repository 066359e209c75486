import { loadMessages } from '@terrace/messages';
import { SignInMethods } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const asked = read(fetch, '/api/account/sign-in-methods', SignInMethods);
  const [methods] = await Promise.all([asked, loadMessages('account')]);
  return { methods };
};
