import { loadMessages } from '@terrace/messages';
import { BotList } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const texts = loadMessages('people');
  const { bots } = await getJson(fetch, '/api/bots', BotList);
  await texts;
  return { bots };
};
