import { building } from '$app/env';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals, platform, url, untrack }) => ({
  preferences: locals.preferences,
  language: locals.language,
  origin: platform?.req.publicUrl ?? untrack(() => url.origin),
  /** Unknown in prerendered pages. */
  source: platform?.req.source,
  /** Prerendered for all visitors, without knowing the reader. */
  forAll: building,
});
