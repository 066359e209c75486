import { ApiDocument } from '#lib/api/document.ts';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => ({
  document: await read(fetch, '/api/openapi.json', ApiDocument),
});
