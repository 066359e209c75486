import { createContext } from 'svelte';
import type { Connection } from './connection.svelte.ts';

/** The page's connection, for every component below the root layout. */
export const [connection, provideConnection] = createContext<Connection>();
