import { mailMessages } from '@terrace/messages/mail';
import { createTransport } from 'nodemailer';

/** Resolves once the SMTP server accepts the message, which is in the language of the triggering request. */
export type Mailer = {
  sendPasswordReset(to: string, name: string, token: string): Promise<void>;
  sendConfirmation(to: string, name: string, token: string): Promise<void>;
  sendAddressTaken(to: string, name: string): Promise<void>;
  /** To an address that the account no longer uses. */
  sendAddressReplaced(to: string, name: string): Promise<void>;
};

/** `host` and `port` to listen on, the domain of the addresses, and whose Authentication-Results count. */
export type MailInOptions = {
  readonly host: string;
  readonly port: number;
  readonly domain: string;
  readonly authservId: string | undefined;
};

export type MailOptions = { readonly smtpUrl: string; readonly from: string };

export function createMailer({ smtpUrl, from }: MailOptions, publicUrl: string): Mailer {
  const transport = createTransport(smtpUrl, { from, headers: { 'Auto-Submitted': 'auto-generated' } });
  const link = (what: string, token: string) => `${publicUrl}/login#${what}=${encodeURIComponent(token)}`;
  const send = async (to: string, { subject, text }: { subject: string; text: string }): Promise<void> => {
    await transport.sendMail({ to, subject, text });
  };
  return {
    sendPasswordReset: (to, name, token) => {
      const { subject, text } = mailMessages().reset;
      return send(to, { subject, text: text({ name, link: link('reset', token) }) });
    },
    sendConfirmation: (to, name, token) => {
      const { subject, text } = mailMessages().confirm;
      return send(to, { subject, text: text({ name, link: link('confirm', token) }) });
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
