import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, PlayerId, type Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { DatabaseUnavailable, isDatabaseFault } from '../game-service/games.ports.ts';
import { addressBlock } from '../limits/address-block.ts';
import type { AccountAccess } from './account-access.ts';
import type { AccountRow, AccountStore, OnSecurityChange } from './accounts.ports.ts';
import type { Actor, ClientInfo } from './actor.ts';
import { type Auth, isRefused, UNKNOWN_EMAIL } from './auth.ts';
import { tokenHash } from './identity.ts';
import type { AccountMails } from './mail.ts';
import type { Counted, MailLimits } from './mail-limits.ts';
import type { Passwords } from './passwords.ts';
import type { MailQueue } from './queued-mail.ts';
import type { RateLimits } from './rate-limits.ts';

type Dependencies = {
  readonly store: AccountStore;
  readonly auth: Auth;
  readonly access: AccountAccess;
  readonly limits: RateLimits;
  readonly mailLimits: MailLimits;
  readonly onSecurityChange: OnSecurityChange;
  readonly passwords: Passwords;
  readonly mail: (AccountMails & MailQueue) | null;
  readonly now: () => number;
  readonly reportError: (fault: unknown) => void;
};

/** The life of a link to a new password. */
const RESET_MS = HOUR_MS;

/** Takes the place of the owner of an unknown address. Its link and its mail expired before they are stored. */
const NOBODY = { userId: 'nobody', player: PlayerId.parse('nobody-there'), name: 'nobody', address: UNKNOWN_EMAIL };
const EXPIRED_MS = -DAY_MS;

export type EmailService = ReturnType<typeof createEmailService>;

export function createEmailService(dependencies: Dependencies) {
  const { store, auth, access, limits, mailLimits, passwords, mail, now, onSecurityChange, reportError } = dependencies;

  /** Notifies the previous address: its owner may not have made the change. */
  const noticeOfChange = (previous: string, name: string) =>
    mail?.prepare(mail.addressReplaced({ to: previous, name }));

  /** Stores a link and its mail, in two attempts. @throws when both failed */
  async function requestConfirmation(row: AccountRow, email: string, counted: Counted): Promise<void> {
    if (mail === null) return;
    const token = randomBytes(24).toString('base64url');
    const letter = mail.prepare(mail.confirmation({ to: email, name: row.player.name, account: row.player.id }, token));
    const link = { userId: row.userId, email, counted };
    let mayBeStored = false;
    const save = () =>
      store.saveEmailLink(tokenHash(token), link, now() + DAY_MS, letter).catch((error: unknown) => {
        mayBeStored ||= error instanceof DatabaseUnavailable;
        throw error;
      });
    try {
      await save().catch((error: unknown) => {
        if (isDatabaseFault(error)) return save();
        throw error;
      });
    } catch (error) {
      if (!mayBeStored) await mailLimits.confirmed(link).catch(reportError); // a mail that is not sent does not count
      throw error;
    }
    mail.wake();
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
      const refusal = await access.reauthenticate(actor, row.value, password);
      if (refusal !== undefined) return err(refusal);
      if (email === null) {
        await store.removeEmail(userId, (previous) => noticeOfChange(previous, player.name));
        mail?.wake();
        onSecurityChange(player.id, 'email');
        return ok(null);
      }
      const counted = await mailLimits.confirmation({ email, client, account: userId, current: row.value.email });
      if (!counted.ok) return counted;
      await requestConfirmation(row.value, email.toLowerCase(), counted.value);
      return ok(null);
    },

    /** Confirms a new address by its link. If another account has the address, only its owner is notified. */
    async confirm(token: string): Promise<Result<null, Refusal>> {
      const confirmed = await store.confirmEmail(
        tokenHash(token),
        now(),
        ({ player, email, isTaken, previous, name }) => {
          if (isTaken) return mail?.prepare(mail.addressTaken({ to: email, name, account: player }));
          return previous === null || previous === email ? undefined : noticeOfChange(previous, name);
        },
      );
      if (confirmed === undefined) return err({ code: 'link-over' });
      const { isTaken, player } = confirmed;
      mail?.wake();
      if (!isTaken) onSecurityChange(player, 'email');
      await mailLimits.confirmed(confirmed).catch(reportError); // the address is confirmed whatever the limits say
      return ok(null);
    },

    /** Sends a reset link. The answer is the same for unknown addresses. */
    async forgot(email: string, client: ClientInfo): Promise<Result<null, Refusal>> {
      if (mail === null) return err({ code: 'no-mail' });
      const tooMany = await mailLimits.reset({ email, client: client.address });
      if (tooMany !== undefined) return err(tooMany);
      const owner = await store.ownerOf(email.toLowerCase());
      // An unknown address takes the same steps, since the time of the answer would reveal it.
      const { userId, player, address, name } = owner ?? NOBODY;
      const usefulMs = owner === undefined ? EXPIRED_MS : RESET_MS;
      const token = randomBytes(24).toString('base64url');
      const { internalAdapter } = await auth.$context;
      const expiresAt = new Date(now() + usefulMs);
      await internalAdapter.createVerificationValue({ identifier: resetLink(token), value: userId, expiresAt });
      await mail.leave(mail.passwordReset({ to: address, name, account: player }, token, usefulMs));
      return ok(null);
    },

    /** Sets the password through a reset link and ends every session. */
    async reset(token: string, password: string, client: ClientInfo): Promise<Result<null, Refusal>> {
      const tooMany = await limits.consume(['signInFrom', addressBlock(client.address)]);
      if (tooMany !== undefined) return err(tooMany);
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(resetLink(token));
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

/** As better-auth calls its links to a new password. */
const resetLink = (token: string): string => `reset-password:${token}`;
