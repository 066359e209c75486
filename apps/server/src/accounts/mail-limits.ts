import type { Refusal } from '@terrace/protocol';
import { addressBlock, networkOf } from '../limits/address-block.ts';
import type { RateLimits } from './rate-limits.ts';

type Recipient = { readonly email: string; readonly client: string };

/** `account` is missing for a new one. `current` is its confirmed address. */
type Request = Recipient & { readonly account?: string; readonly current?: string | null };

export type MailLimits = ReturnType<typeof createMailLimits>;

/**
 * Anyone can name any address, so mails are counted by sender and by recipient. The sender's limits come first: a refused
 * sender uses up nothing of the recipient's. Confirmations and reset links count separately, so that confirmations asked
 * for by strangers keep no owner from a new password.
 *
 * Only confirmations whose links are not followed count for long. One network has a small part of what a mailbox may get,
 * so that a stranger cannot use up the owner's. An owner who follows the links, as a teacher who registers a class with
 * suffixes of one address, can ask for more. Owners who only change the suffix of their address use up nothing of it.
 */
export const createMailLimits = ({ consume, refund }: RateLimits) => ({
  async confirmation({ email, client, account, current }: Request): Promise<Refusal | undefined> {
    const ofAccount = account === undefined ? [] : [['mail', account] as const];
    const bySender = await consume(...ofAccount, ['mailFrom', addressBlock(client)]);
    if (bySender !== undefined) return bySender;
    if (current && mailboxOf(current) === mailboxOf(email)) return undefined;
    const byRecipient = await consume(['confirmFromTo', fromTo({ email, client })], ['confirmTo', mailboxOf(email)]);
    return byRecipient && { code: 'too-many-mails' };
  },

  /** A link was followed from `client`, so the mailbox wants these mails. */
  async confirmed({ email, client }: Recipient): Promise<void> {
    await Promise.all([refund('confirmFromTo', fromTo({ email, client })), refund('confirmTo', mailboxOf(email))]);
  },

  reset: ({ email, client }: Recipient): Promise<Refusal | undefined> =>
    consume(['mailFrom', addressBlock(client)], ['resetTo', mailboxOf(email)]),
});

const fromTo = ({ email, client }: Recipient): string => `${networkOf(client)} ${mailboxOf(email)}`;

/** Only Gmail ignores dots; elsewhere, two addresses that differ in dots belong to two people. */
const IGNORES_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** Common mail servers deliver addresses with a suffix to the mailbox without it. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const local = email.slice(0, at).replace(/\+.*$/s, '').toLowerCase();
  return `${IGNORES_DOTS.has(domain) ? local.replaceAll('.', '') : local}@${domain}`;
}
