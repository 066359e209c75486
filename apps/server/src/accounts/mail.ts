import { mailMessages } from '@terrace/messages/mail';
import { DAY_MS, HOUR_MS } from '@terrace/protocol';

/** A mail about an account. `action` is the label of a paragraph of `text` that is only a link. */
export type AccountMail = {
  readonly subject: string;
  readonly text: string;
  readonly action?: string | undefined;
};

/**
 * Resolves once the mail is stored and cannot be lost. It is tried until the mail server accepts it, for `usefulMs` at
 * most, such as the life of its link.
 */
export type SendAccountMail = (to: string, mail: AccountMail, usefulMs: number) => Promise<void>;

/** The life of a link to a new password, as Better Auth sets it. */
const RESET_MS = HOUR_MS;

/** The functions resolve once the mail is stored. It is in the language of the triggering request. */
export type Mailer = {
  sendPasswordReset(to: string, name: string, token: string): Promise<void>;
  sendConfirmation(to: string, name: string, token: string): Promise<void>;
  sendAddressTaken(to: string, name: string): Promise<void>;
  /** To an address that the account no longer uses. */
  sendAddressReplaced(to: string, name: string): Promise<void>;
};

/** `host` and `port` to listen on, the domain of the addresses, and the names whose Authentication-Results count. */
export type MailInOptions = {
  readonly host: string;
  readonly port: number;
  readonly domain: string;
  readonly authservIds: readonly string[];
};

export type MailOptions = { readonly smtpUrl: string; readonly from: string };

export function createMailer(send: SendAccountMail, publicUrl: string): Mailer {
  const link = (what: string, token: string) => `${publicUrl}/login#${what}=${encodeURIComponent(token)}`;
  return {
    sendPasswordReset: (to, name, token) => {
      const { subject, text, action } = mailMessages().reset;
      return send(to, { subject, text: text({ name, link: link('reset', token) }), action }, RESET_MS);
    },
    sendConfirmation: (to, name, token) => {
      const { subject, text, action } = mailMessages().confirm;
      return send(to, { subject, text: text({ name, link: link('confirm', token) }), action }, DAY_MS);
    },
    sendAddressTaken: (to, name) => {
      const { subject, text } = mailMessages().taken;
      return send(to, { subject, text: text({ name, site: publicUrl }) }, DAY_MS);
    },
    sendAddressReplaced: (to, name) => {
      const { subject, text } = mailMessages().replaced;
      return send(to, { subject, text: text({ name, site: publicUrl }) }, DAY_MS);
    },
  };
}
