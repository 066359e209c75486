import type { Player, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { AccountRow, AccountStore } from './accounts.ports.ts';
import { type Actor, isBy, readCredential } from './actor.ts';
import type { Passwords } from './passwords.ts';
import type { RateLimits } from './rate-limits.ts';

/** The maximum session age for irreversible actions without a password. */
const MAX_SESSION_AGE = 10 * 60_000;

type Dependencies = {
  readonly store: AccountStore;
  readonly limits: RateLimits;
  readonly passwords: Passwords;
  readonly now: () => number;
};

export type AccountAccess = ReturnType<typeof createAccountAccess>;

export function createAccountAccess({ store, limits, passwords, now }: Dependencies) {
  async function accountOf(actor: Actor): Promise<Result<AccountRow, Refusal>> {
    const row = isBy('session', actor) ? await store.account(actor.player.id) : undefined;
    return row === undefined ? err({ code: 'needs-account' }) : ok(row);
  }

  async function isPassword({ id }: Player, password: string): Promise<boolean> {
    const hash = await store.passwordHashOf(id);
    return hash !== undefined && passwords.verify({ hash, password });
  }

  async function reauthenticate(actor: Actor, row: AccountRow, password: string | null): Promise<Refusal | undefined> {
    const tooMany = await limits.consume(['password', actor.player.id]);
    if (tooMany !== undefined) return tooMany;
    if (row.password) {
      if (password === null || !(await isPassword(row.player, password))) return { code: 'wrong-password' };
      await limits.refund('password', actor.player.id);
      return undefined;
    }
    const session = (await store.sessions(row.userId, now())).find(
      ({ id }) => readCredential(actor.credential).id === id,
    );
    return session === undefined || now() - session.createdAt > MAX_SESSION_AGE ? { code: 'sign-in-again' } : undefined;
  }

  return { accountOf, reauthenticate };
}
