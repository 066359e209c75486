import { mailMessages } from '@terrace/messages/mail';

/** A mail about an account. A paragraph of `text` that is only a link leads to what `action` names. */
type AccountMail = { readonly subject: string; readonly text: string; readonly action?: string };

/** Resolves once the SMTP server accepts the message. */
export type SendAccountMail = (to: string, mail: AccountMail) => Promise<void>;

/** Resolves once the SMTP server accepts the message, which is in the language of the triggering request. */
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
      return send(to, { subject, text: text({ name, link: link('reset', token) }), action });
    },
    sendConfirmation: (to, name, token) => {
      const { subject, text, action } = mailMessages().confirm;
      return send(to, { subject, text: text({ name, link: link('confirm', token) }), action });
    },
    sendAddressTaken: (to, name) => {
      const { subject, text } = mailMessages().taken;
      return send(to, { subject, text: text({ name, site: publicUrl }) });
    },
    sendAddressReplaced: (to, name) => {
      const { subject, text } = mailMessages().replaced;
      return send(to, { subject, text: text({ name, site: publicUrl }) });
    },
  };
}
