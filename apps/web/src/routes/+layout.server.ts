import { building } from '$app/env';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals }) => ({
  preferences: locals.preferences,
  language: locals.language,
  /** Rendered once for everybody, by a server that does not know who reads it. */
  forAll: building,
});
