import { loadMessages } from '@terrace/messages';
import type { PageLoad } from './$types';

export const prerender = true;

export const load: PageLoad = () => loadMessages('game', 'editor', 'tables', 'refusals');
