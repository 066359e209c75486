import { loadMessages } from '@terrace/messages';
import { editedSetup } from '#lib/editor/edited-setup.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ url }) => {
  await loadMessages('game', 'editor', 'tables', 'refusals');
  return { setup: editedSetup(url.searchParams) };
};
