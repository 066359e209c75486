import type { Snippet } from 'svelte';
import type { HTMLAttributes } from 'svelte/elements';
import DeferredInBrowser from './DeferredInBrowser.svelte';
import DeferredOnServer from './DeferredOnServer.svelte';

export type DeferredProps = HTMLAttributes<HTMLDivElement> & { readonly children: Snippet };

/** Hydrates its content in a separate task after the rest of the page, which keeps tasks short. */
export const DeferredHydration = import.meta.env.SSR ? DeferredOnServer : DeferredInBrowser;
