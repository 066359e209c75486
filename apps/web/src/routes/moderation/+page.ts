import { loadMessages } from '@terrace/messages';
import { ModerationView } from '@terrace/protocol';
import { getJson } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => {
  const [view] = await Promise.all([getJson(fetch, '/api/moderation', ModerationView), loadMessages('people')]);
  return { view };
};
