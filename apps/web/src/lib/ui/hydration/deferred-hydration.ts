import type { Snippet } from 'svelte';
import type { HTMLAttributes } from 'svelte/elements';
import DeferredInBrowser from './DeferredInBrowser.svelte';
import DeferredOnServer from './DeferredOnServer.svelte';

/** A `div` with these attributes. */
export type DeferredProps = HTMLAttributes<HTMLDivElement> & { readonly children: Snippet };

/** Hydrates its content in a task of its own, after the rest of the page: Svelte would hydrate the whole page in one. */
export const DeferredHydration = import.meta.env.SSR ? DeferredOnServer : DeferredInBrowser;
