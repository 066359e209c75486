import { loadMessages } from '@terrace/messages';
import { ModerationView } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const texts = loadMessages('people');
  const data = { view: await read(fetch, '/api/moderation', ModerationView) };
  await texts;
  return data;
};
