import { loadMessages } from '@terrace/messages';
import type { PageLoad } from './$types';

export const load: PageLoad = () => loadMessages('game', 'account', 'settingsPage');
