import { messages } from '@terrace/messages';
import { toaster } from './toaster.svelte.ts';

const RETRY_MS = 1000;

/**
 * Loads a script on demand and retries once. The retry fails immediately in browsers that cache failed imports
 * (https://github.com/whatwg/html/issues/6768), and a newer server no longer has the old script. In both cases only a
 * reload helps, so the caller must offer one.
 */
export async function loadPart<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return load();
  }
}

/** Loads a script for an action. @returns undefined after a failure, which a toast reports */
export async function loadForAction<M>(load: () => Promise<M>): Promise<M | undefined> {
  try {
    return await loadPart(load);
  } catch {
    toaster.show(messages.site.missingPart.sentence);
    return undefined;
  }
}
