import { loadMessages } from '@terrace/messages';
import { ApiDocument } from '#lib/api/document.ts';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const [document] = await Promise.all([getJson(fetch, '/api/openapi.json', ApiDocument), loadMessages('api')]);
  return { document };
};
