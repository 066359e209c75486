import { loadMessages } from '@terrace/messages';
import { SignInMethods } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const texts = loadMessages('account');
  const data = {
    methods: await read(fetch, '/api/account/sign-in-methods', SignInMethods),
  };
  await texts;
  return data;
};
