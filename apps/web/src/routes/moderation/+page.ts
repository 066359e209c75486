import { ModerationView } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => ({ view: await read(fetch, '/api/moderation', ModerationView) });
