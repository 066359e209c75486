import type { Actor } from './actor.ts';
import type { Identity } from './identity.ts';
import type { AccountStore } from './store.ts';

/** Ends the live connections that rest on these proofs. */
export type HangUp = (proofs: readonly Actor['proof'][]) => void;

export type Sessions = ReturnType<typeof sessionsOf>;

/** Where an account is signed in. A session that ends takes its live connections along at once. */
export const sessionsOf = (store: AccountStore, identity: Identity, hangUp: HangUp) => ({
  /** @returns how many ended */
  async end(userId: string, which: Parameters<AccountStore['endSessions']>[1]): Promise<number> {
    const ended = await store.endSessions(userId, which);
    identity.forget();
    hangUp(ended.map((id) => `session:${id}` as const));
    return ended.length;
  },
});
