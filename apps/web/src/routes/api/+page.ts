import { loadMessages } from '@terrace/messages';
import { ApiDocument } from '#lib/api/document.ts';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const texts = loadMessages('api');
  const data = {
    document: await read(fetch, '/api/openapi.json', ApiDocument),
  };
  await texts;
  return data;
};
