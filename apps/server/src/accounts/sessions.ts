import type { AccountStore } from './accounts.ports.ts';
import type { Identity } from './identity.ts';
import type { Revoke } from './revocation.ts';

export type Sessions = ReturnType<typeof createSessions>;

/** The sessions of an account. Ending a session ends its live connections immediately. */
export const createSessions = (store: AccountStore, identity: Identity, revokeCredentials: Revoke) => ({
  async revoke(userId: string, which: Parameters<AccountStore['endSessions']>[1]): Promise<number> {
    const ended = await store.endSessions(userId, which);
    identity.invalidate();
    revokeCredentials(ended.map((id) => `session:${id}` as const));
    return ended.length;
  },
});
