import { messages } from '@terrace/messages';
import { toaster } from './toaster.svelte.ts';

const RETRY_MS = 1000;

/**
 * Loads a script that is fetched when it is first needed, and tries a second time when that fails.
 *
 * The second try fails at once in browsers that remember failed imports until the page is reloaded
 * (https://github.com/whatwg/html/issues/6768). A server with a newer version no longer has the old script. In both cases
 * only a reload helps, so the caller has to offer one.
 */
export async function loadPart<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return load();
  }
}

/** The same for an action that opens something. @returns undefined when it failed, which a short message then says */
export async function loadForAction<M>(load: () => Promise<M>): Promise<M | undefined> {
  try {
    return await loadPart(load);
  } catch {
    toaster.say(messages.site.missingPart.sentence);
    return undefined;
  }
}
