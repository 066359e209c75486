import type { Actor } from './actor.ts';

/** Ends the live connections that rest on these credentials. */
export type Revoke = (credentials: readonly Actor['credential'][]) => void;

/** Lets everything that holds live connections hear which credentials are no longer valid. */
export function createRevocation() {
  const listeners: Revoke[] = [];
  const revoke: Revoke = (credentials) => {
    for (const listener of listeners) listener(credentials);
  };
  return { revoke, onRevoked: (listener: Revoke): void => void listeners.push(listener) };
}
