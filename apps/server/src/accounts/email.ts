import { randomBytes } from 'node:crypto';
import type { Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Actor } from './actor.ts';
import { type Auth, isRefused, NOBODY } from './auth.ts';
import type { From } from './from.ts';
import { tokenHash } from './identity.ts';
import { household, type Limits } from './limits.ts';
import type { Mailer } from './mail.ts';
import type { Owners } from './owners.ts';
import { checkPassword } from './passwords.ts';
import type { AccountRow, AccountStore } from './store.ts';

const DAY = 24 * 3600_000; // ms

type Services = {
  readonly store: AccountStore;
  readonly auth: Auth;
  readonly owners: Owners;
  readonly limits: Limits;
  readonly mail: Mailer | null;
  readonly now: () => number;
  readonly report: (fault: unknown) => void;
};

export type Email = ReturnType<typeof emailOf>;

/** An account's address, and the new password that a letter to it is good for. */
export function emailOf({ store, auth, owners, limits, mail, now, report }: Services) {
  /** Asks by letter whether this is somebody's address. */
  async function ask(row: AccountRow, email: string): Promise<void> {
    if (mail === null) return;
    const token = randomBytes(24).toString('base64url');
    await store.keepLink(tokenHash(token), `${row.userId} ${email}`, now() + DAY);
    mail.confirm(email, row.player.name, token).catch(report);
  }

  return {
    ask,

    /** Takes the address out, or sends a link to a new one; it counts when that is followed. */
    async change(actor: Actor, email: string | null, password: string | null): Promise<Result<null, Refusal>> {
      const row = await owners.own(actor);
      if (!row.ok) return row;
      if (email !== null && mail === null) return err({ code: 'no-mail' });
      const stranger =
        (await owners.inPerson(actor, row.value, password)) ?? (await limits.takeAll(['mail', row.value.userId]));
      if (stranger !== undefined) return err(stranger);
      if (email === null) await store.setEmail(row.value.userId, null);
      else await ask(row.value, email.toLowerCase());
      return ok(null);
    },

    /** Follows the link to a new address. Whose it is already, hears of it by mail and nobody else does. */
    async confirm(token: string): Promise<Result<null, Refusal>> {
      const value = await store.takeLink(tokenHash(token), now());
      const [userId, email] = value?.split(' ') ?? [];
      if (userId === undefined || email === undefined) return err({ code: 'link-over' });
      if (!(await store.setEmail(userId, email))) {
        mail?.taken(email, (await store.nameOf(userId)) ?? 'somebody').catch(report);
      }
      return ok(null);
    },

    /** Sends a link to a new password, if there is such an address; the answer is the same if not. */
    async forgot(email: string, from: From): Promise<Result<null, Refusal>> {
      if (mail === null) return err({ code: 'no-mail' });
      const tooMany = await limits.takeAll(['mailFrom', household(from.address)], ['mail', email.toLowerCase()]);
      if (tooMany !== undefined) return err(tooMany);
      const address = await store.addressOf({ email: email.toLowerCase() });
      await auth.api.requestPasswordReset({ body: { email: address ?? NOBODY } });
      return ok(null);
    },

    /** Sets a new password by the link that was sent, and ends every session. */
    async reset(token: string, password: string, from: From): Promise<Result<null, Refusal>> {
      const tooMany = await limits.takeAll(['signInFrom', household(from.address)]);
      if (tooMany !== undefined) return err(tooMany);
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      const good = checkPassword(password, (link && (await store.nameOf(link.value))) ?? '');
      if (!good.ok) return err({ code: 'bad-password', why: good.error });
      try {
        await auth.api.resetPassword({ body: { newPassword: password, token } });
        return ok(null);
      } catch (error) {
        if (isRefused(error)) return err({ code: 'link-over' });
        throw error;
      }
    },
  };
}
