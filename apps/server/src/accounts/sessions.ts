import type { HangUp } from './hang-up.ts';
import type { Identity } from './identity.ts';
import type { AccountStore } from './store.ts';

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
