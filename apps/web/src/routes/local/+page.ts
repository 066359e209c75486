import { loadMessages } from '@terrace/messages';
import type { PageLoad } from './$types';

/** The same for all visitors, so that it can be cached and opened offline. */
export const prerender = true;

export const load: PageLoad = () => loadMessages('game', 'local', 'tables', 'refusals');
