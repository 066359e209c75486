import { createHmac } from 'node:crypto';
import type { Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { addressBlock, networkOf } from '../limits/address-block.ts';
import type { RateLimits } from './rate-limits.ts';

type Recipient = { readonly email: string; readonly client: string };

/** `account` is missing for a new one. `current` is its confirmed address. */
type Request = Recipient & { readonly account?: string; readonly current?: string | null };

/** The hashed key under which the limit of a network counted a confirmation; null if it did not count. */
export type Counted = string | null;

export type MailLimits = ReturnType<typeof createMailLimits>;

/**
 * Anyone can name any address, so mails are counted by sender and by recipient. The sender's limits come first: a refused
 * sender uses up nothing of the recipient's. Confirmations and reset links count separately, so that confirmations asked
 * for by strangers keep no owner from a new password.
 *
 * Only confirmations whose links are not followed count for long. The limit of a network is much lower than that of a
 * mailbox, so that a stranger cannot use up the owner's. An owner who follows the links, as a teacher who registers a
 * class with suffixes of one address, can ask for more. Owners who only change the suffix of their address use up
 * nothing of it.
 */
export function createMailLimits({ consume, refund }: RateLimits, secret: string) {
  const hmacKey = createHmac('sha256', secret).update('mail limits').digest();
  const fromTo = ({ email, client }: Recipient): string =>
    createHmac('sha256', hmacKey)
      .update(`${networkOf(client)} ${mailboxOf(email)}`)
      .digest('base64url');

  return {
    /** @returns what to keep with the link, for `confirmed` */
    async confirmation({ email, client, account, current }: Request): Promise<Result<Counted, Refusal>> {
      const ofAccount = account === undefined ? [] : [['mail', account] as const];
      const bySender = await consume(...ofAccount, ['mailFrom', addressBlock(client)]);
      if (bySender !== undefined) return err(bySender);
      if (current && mailboxOf(current) === mailboxOf(email)) return ok(null);
      const counted = fromTo({ email, client });
      const byRecipient = await consume(['confirmFromTo', counted], ['confirmTo', mailboxOf(email)]);
      return byRecipient === undefined ? ok(counted) : err({ code: 'too-many-mails' });
    },

    /** A link was followed, from any network, so the mailbox wants the mails of the network that asked for it. */
    async confirmed({ email, counted }: { readonly email: string; readonly counted: Counted }): Promise<void> {
      if (counted === null) return;
      await Promise.all([refund('confirmFromTo', counted), refund('confirmTo', mailboxOf(email))]);
    },

    reset: ({ email, client }: Recipient): Promise<Refusal | undefined> =>
      consume(['mailFrom', addressBlock(client)], ['resetTo', mailboxOf(email)]),
  };
}

/** Only Gmail ignores dots; elsewhere, two addresses that differ in dots belong to two people. */
const IGNORES_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** Common mail servers deliver addresses with a suffix to the mailbox without it. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const local = email.slice(0, at).replace(/\+.*$/s, '').toLowerCase();
  return `${IGNORES_DOTS.has(domain) ? local.replaceAll('.', '') : local}@${domain}`;
}
