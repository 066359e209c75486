import { SignInMethods } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => ({
  methods: await read(fetch, '/api/account/sign-in-methods', SignInMethods),
});
