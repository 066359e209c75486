import { createContext } from 'svelte';
import type { Connection } from './connection.svelte.ts';

export const [connection, provideConnection] = createContext<Connection>();
