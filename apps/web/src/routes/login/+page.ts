import { loadMessages } from '@terrace/messages';
import { SignInMethods } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const [methods] = await Promise.all([
    getJson(fetch, '/api/account/sign-in-methods', SignInMethods),
    loadMessages('account'),
  ]);
  return { methods };
};
