import { building } from '$app/env';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals, platform, url, untrack }) => ({
  preferences: locals.preferences,
  language: locals.language,
  /** The server's address for the world, which is the same for all pages. */
  origin: platform?.req.publicUrl ?? untrack(() => url.origin),
  /** Where the server's source can be read; pages that are rendered once do not know. */
  source: platform?.req.source,
  /** Rendered once for everybody, by a server that does not know who reads it. */
  forAll: building,
});
