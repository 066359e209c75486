import { randomBytes } from 'node:crypto';
import { DAY_MS, type Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { addressBlock } from '../limits/address-block.ts';
import type { AccountAccess } from './account-access.ts';
import type { AccountRow, AccountStore, OnSecurityChange } from './accounts.ports.ts';
import type { Actor, ClientInfo } from './actor.ts';
import { type Auth, isRefused, UNKNOWN_EMAIL } from './auth.ts';
import { tokenHash } from './identity.ts';
import type { Mailer } from './mail.ts';
import type { MailLimits } from './mail-limits.ts';
import type { Passwords } from './passwords.ts';
import type { RateLimits } from './rate-limits.ts';

type Dependencies = {
  readonly store: AccountStore;
  readonly auth: Auth;
  readonly access: AccountAccess;
  readonly limits: RateLimits;
  readonly mailLimits: MailLimits;
  readonly onSecurityChange: OnSecurityChange;
  readonly passwords: Passwords;
  readonly mail: Mailer | null;
  readonly now: () => number;
  readonly reportError: (fault: unknown) => void;
};

export type EmailService = ReturnType<typeof createEmailService>;

export function createEmailService(dependencies: Dependencies) {
  const { store, auth, access, limits, mailLimits, passwords, mail, now, onSecurityChange, reportError } = dependencies;

  /** Notifies the previous address: its owner may not have made the change. */
  function notifyPrevious(previous: string | null, name: string): void {
    if (previous !== null) mail?.sendAddressReplaced(previous, name).catch(reportError);
  }

  async function requestConfirmation(row: AccountRow, email: string): Promise<void> {
    if (mail === null) return;
    const token = randomBytes(24).toString('base64url');
    await store.saveLink(tokenHash(token), `${row.userId} ${email}`, now() + DAY_MS);
    await mail.sendConfirmation(email, row.player.name, token);
  }

  return {
    requestConfirmation,

    /** @param client the address of the client */
    async change(
      actor: Actor,
      email: string | null,
      password: string | null,
      client: string,
    ): Promise<Result<null, Refusal>> {
      const row = await access.accountOf(actor);
      if (!row.ok) return row;
      if (email !== null && mail === null) return err({ code: 'no-mail' });
      const { userId, player } = row.value;
      const refusal =
        (await access.reauthenticate(actor, row.value, password)) ??
        (email === null
          ? undefined
          : await mailLimits.confirmation({ email, client, account: userId, current: row.value.email }));
      if (refusal !== undefined) return err(refusal);
      if (email === null) {
        const removed = await store.setEmail(userId, null);
        notifyPrevious(removed?.previous ?? null, player.name);
        onSecurityChange(player.id, 'email');
      } else await requestConfirmation(row.value, email.toLowerCase());
      return ok(null);
    },

    /** Confirms a new address by its link. If another account has the address, only its owner is notified. */
    async confirm(token: string, client: string): Promise<Result<null, Refusal>> {
      const value = await store.consumeLink(tokenHash(token), now());
      const [userId, email] = value?.split(' ') ?? [];
      if (userId === undefined || email === undefined) return err({ code: 'link-over' });
      const name = await store.nameOf(userId);
      if (name === undefined) return err({ code: 'link-over' });
      await mailLimits.confirmed({ email, client });
      const changed = await store.setEmail(userId, email);
      if (changed === undefined) {
        mail?.sendAddressTaken(email, name).catch(reportError);
        return ok(null);
      }
      if (changed.previous !== email) notifyPrevious(changed.previous, name);
      const player = await store.playerOf(userId);
      if (player !== undefined) onSecurityChange(player, 'email');
      return ok(null);
    },

    /** Sends a reset link. The answer is the same for unknown addresses. */
    async forgot(email: string, client: ClientInfo): Promise<Result<null, Refusal>> {
      if (mail === null) return err({ code: 'no-mail' });
      const tooMany = await mailLimits.reset({ email, client: client.address });
      if (tooMany !== undefined) return err(tooMany);
      const account = await store.addressOf({ email: email.toLowerCase() });
      await auth.api.requestPasswordReset({ body: { email: account?.address ?? UNKNOWN_EMAIL } });
      return ok(null);
    },

    /** Sets the password through a reset link and ends every session. */
    async reset(token: string, password: string, client: ClientInfo): Promise<Result<null, Refusal>> {
      const tooMany = await limits.consume(['signInFrom', addressBlock(client.address)]);
      if (tooMany !== undefined) return err(tooMany);
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      const good = await passwords.check(password, (link && (await store.nameOf(link.value))) ?? '');
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
