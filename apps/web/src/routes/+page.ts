import { loadMessages } from '@terrace/messages';
import { PlayerLobby } from '@terrace/protocol';
import { getJson, orThrow503 } from '#lib/net/rest.ts';
import type { Puzzle } from '#lib/onboarding/introduction.svelte.ts';
import { media } from '#lib/ui/media.ts';
import { browser } from '$app/env';
import type { PageLoad } from './$types';

/** Loads the puzzle with the page for new visitors with room for it, to avoid a layout shift. */
export const load: PageLoad = async ({ fetch, parent }) => {
  const [lobby, { me, preferences }] = await Promise.all([
    getJson(fetch, '/api/lobby', PlayerLobby),
    parent(),
    loadMessages('tables'),
  ]);
  const room = !browser || !matchMedia(media.narrow).matches;
  const puzzle = orThrow503(me).guest && !preferences.introduced && room;
  return { lobby, me: orThrow503(me), puzzle: puzzle ? await loadPuzzle() : undefined };
};

/** @returns undefined when the script could not be loaded: the lobby works without the puzzle */
async function loadPuzzle(): Promise<Puzzle | undefined> {
  const module = await import('#lib/onboarding/PuzzleBoard.svelte').catch(() => undefined);
  return module?.default;
}
