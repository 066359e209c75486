import type { Snippet } from 'svelte';
import type { HTMLAttributes } from 'svelte/elements';
import LaterInBrowser from './LaterInBrowser.svelte';
import LaterOnServer from './LaterOnServer.svelte';

/** A `div` with these attributes. */
export type LaterProps = HTMLAttributes<HTMLDivElement> & { readonly children: Snippet };

/** What is inside wakes in a task of its own, after the rest of the page: Svelte would wake the whole page in one. */
export const Later = import.meta.env.SSR ? LaterOnServer : LaterInBrowser;
