import { loadMessages } from '@terrace/messages';
import type { PageLoad } from './$types';

/** The same for everybody, so that it can be kept and opened without a connection. */
export const prerender = true;

export const load: PageLoad = () => loadMessages('game', 'local', 'tables', 'refusals');
