import { mailMessages } from '@terrace/messages/mail';
import { DAY_MS, type PlayerId } from '@terrace/protocol';

/**
 * A mail about an account. `action` is the label of a paragraph of `text` that is only a link. The mail is tried until
 * the mail server accepts it, for `usefulMs` at most, such as the life of its link.
 */
export type AccountMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly action?: string | undefined;
  readonly usefulMs: number;
  /** The mail is not sent if this account is deleted before. */
  readonly account?: PlayerId | undefined;
};

/** The recipient of a mail, and the account. */
type Owner = { readonly to: string; readonly name: string; readonly account?: PlayerId };

export type AccountMails = ReturnType<typeof createAccountMails>;

/** `host` and `port` to listen on, the domain of the addresses, and the names whose Authentication-Results count. */
export type MailInOptions = {
  readonly host: string;
  readonly port: number;
  readonly domain: string;
  readonly authservIds: readonly string[];
  /** How much later a port that could not be opened is tried again. The default is 10 s. */
  readonly listenAgainMs?: number;
};

export type MailOptions = { readonly smtpUrl: string; readonly from: string };

/** Writes mails about accounts, in the language of the current request. */
export function createAccountMails(publicUrl: string) {
  const link = (what: string, token: string) => `${publicUrl}/login#${what}=${encodeURIComponent(token)}`;
  return {
    passwordReset({ to, name, account }: Owner, token: string, usefulMs: number): AccountMail {
      const { subject, text, action } = mailMessages().reset;
      return { to, subject, text: text({ name, link: link('reset', token) }), action, usefulMs, account };
    },

    confirmation({ to, name, account }: Owner, token: string): AccountMail {
      const { subject, text, action } = mailMessages().confirm;
      return { to, subject, text: text({ name, link: link('confirm', token) }), action, usefulMs: DAY_MS, account };
    },

    addressTaken({ to, name, account }: Owner): AccountMail {
      const { subject, text } = mailMessages().taken;
      return { to, subject, text: text({ name, site: publicUrl }), usefulMs: DAY_MS, account };
    },

    /** To an address that the account no longer uses. Its owner is warned even if a thief deletes the account. */
    addressReplaced({ to, name }: Omit<Owner, 'account'>): AccountMail {
      const { subject, text } = mailMessages().replaced;
      return { to, subject, text: text({ name, site: publicUrl }), usefulMs: DAY_MS };
    },
  };
}
