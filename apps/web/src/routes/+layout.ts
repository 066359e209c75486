import { Me } from '@terrace/protocol';
import { read } from '#lib/net/rest.ts';
import type { LayoutLoad } from './$types';

export const load: LayoutLoad = async ({ fetch }) => ({ me: await read(fetch, '/api/me', Me) });
