import { Me } from '@terrace/protocol';
import { readIfThere } from '#lib/net/rest.ts';
import { building } from '$app/env';
import type { LayoutLoad } from './$types';

/** Who one is; undefined without a connection, and in the pages that are kept for then: they are nobody's own. */
export const load: LayoutLoad = async ({ fetch }) => ({
  me: building ? undefined : await readIfThere(fetch, '/api/me', Me),
});
