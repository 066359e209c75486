import type { Refusal } from '@terrace/protocol';
import { addressBlock } from '../limits/address-block.ts';
import type { RateLimits } from './rate-limits.ts';

/** `account` is missing for a new one. */
type Request = { readonly email: string; readonly client: string; readonly account?: string };

export type MailLimits = ReturnType<typeof createMailLimits>;

/**
 * Anyone can name any address, so mails are counted by sender and by recipient. The sender's limits come first: a refused
 * sender uses up nothing of the recipient's. Confirmations and reset links count separately, so that confirmations asked
 * for by strangers keep no owner from a new password.
 */
export const createMailLimits = ({ consume }: Pick<RateLimits, 'consume'>) => ({
  async confirmation({ email, client, account }: Request): Promise<Refusal | undefined> {
    const ofAccount = account === undefined ? [] : [['mail', account] as const];
    const bySender = await consume(...ofAccount, ['mailFrom', addressBlock(client)]);
    if (bySender !== undefined) return bySender;
    const byRecipient = await consume(['confirmTo', mailboxOf(email)]);
    return byRecipient && { code: 'too-many-mails' };
  },

  reset: ({ email, client }: Request): Promise<Refusal | undefined> =>
    consume(['mailFrom', addressBlock(client)], ['resetTo', mailboxOf(email)]),
});

/** Common mail servers deliver addresses with dots or a suffix to the mailbox without them. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/\+.*$/s, '').replaceAll('.', '');
  return `${local}${email.slice(at)}`.toLowerCase();
}
