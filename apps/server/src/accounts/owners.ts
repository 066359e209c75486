import type { Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Actor } from './actor.ts';
import type { Auth } from './auth.ts';
import type { Limits } from './limits.ts';
import type { AccountRow, AccountStore } from './store.ts';

/** Without a password, one has to have signed in so lately to do what cannot be undone, in ms. */
const FRESH = 10 * 60_000;

type Services = {
  readonly store: AccountStore;
  readonly auth: Auth;
  readonly limits: Limits;
  readonly now: () => number;
};

export type Owners = ReturnType<typeof ownersOf>;

/** Who an account belongs to, and whether they are here in person. */
export function ownersOf({ store, auth, limits, now }: Services) {
  async function own(actor: Actor): Promise<Result<AccountRow, Refusal>> {
    const row = actor.proof.startsWith('session:') ? await store.account(actor.player.id) : undefined;
    return row === undefined ? err({ code: 'needs-account' }) : ok(row);
  }

  /** Signs in for a moment, to see whether a password is right; nothing stays of it. */
  async function isPassword(row: AccountRow, password: string): Promise<boolean> {
    const { password: tools, internalAdapter } = await auth.$context;
    const hash = (await internalAdapter.findAccounts(row.userId)).find(({ providerId }) => providerId === 'credential');
    return hash?.password ? tools.verify({ hash: hash.password, password }) : false;
  }

  /** Whether the owner is here in person: by password, or without one by having signed in just now. */
  async function inPerson(actor: Actor, row: AccountRow, password: string | null): Promise<Refusal | undefined> {
    const tooMany = await limits.take('password', actor.player.id);
    if (tooMany !== undefined) return tooMany;
    if (row.password) {
      if (password === null || !(await isPassword(row, password))) return { code: 'wrong-password' };
      await limits.forgive('password', actor.player.id);
      return undefined;
    }
    const session = (await store.sessions(row.userId, now())).find(({ id }) => actor.proof === `session:${id}`);
    return session === undefined || now() - session.createdAt > FRESH ? { code: 'sign-in-again' } : undefined;
  }

  return { own, inPerson };
}
