import { WaysIn } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ fetch }) => ({ ways: await read(fetch, '/api/account/ways', WaysIn) });
