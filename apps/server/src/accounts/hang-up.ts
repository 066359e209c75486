import type { Actor } from './actor.ts';

/** Ends the live connections that rest on these proofs. */
export type HangUp = (proofs: readonly Actor['proof'][]) => void;

/** Lets everything that holds live connections hear which proofs count no more. */
export function hangUps() {
  const listeners: HangUp[] = [];
  const hangUp: HangUp = (proofs) => {
    for (const listener of listeners) listener(proofs);
  };
  return { hangUp, onHangUp: (listener: HangUp): void => void listeners.push(listener) };
}
