import { loadMessages } from '@terrace/messages';
import { BotList } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const [{ bots }] = await Promise.all([getJson(fetch, '/api/bots', BotList), loadMessages('people')]);
  return { bots };
};
