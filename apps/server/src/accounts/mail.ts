import { createTransport } from 'nodemailer';

/** E-mails to players. Each call resolves once the SMTP server has taken the message. */
export type Mailer = {
  sendPasswordReset(to: string, name: string, token: string): Promise<void>;
  sendConfirmation(to: string, name: string, token: string): Promise<void>;
  sendAddressTaken(to: string, name: string): Promise<void>;
};

/** The SMTP server, and the sender's address. */
export type MailOptions = { readonly smtpUrl: string; readonly from: string };

export function createMailer({ smtpUrl, from }: MailOptions, publicUrl: string): Mailer {
  const transport = createTransport(smtpUrl, { from });
  const link = (what: string, token: string) => `${publicUrl}/login?${what}=${encodeURIComponent(token)}`;
  const send = async (to: string, subject: string, lines: readonly string[]): Promise<void> => {
    await transport.sendMail({ to, subject, text: lines.join('\n\n') });
  };
  return {
    sendPasswordReset: (to, name, token) =>
      send(to, 'A new password for Terrace', [
        `Hello ${name},`,
        'choose a new password here, within the next hour:',
        link('reset', token),
        'If you did not ask for this, nothing happens when you do nothing.',
      ]),
    sendConfirmation: (to, name, token) =>
      send(to, 'Is this your address?', [
        `Hello ${name},`,
        'follow this link within the next day, and your account at Terrace has this address:',
        link('confirm', token),
        'If you have no account there, somebody mistyped. Nothing happens when you do nothing.',
      ]),
    sendAddressTaken: (to, name) =>
      send(to, 'Your address at Terrace', [
        `somebody called ${name} at ${publicUrl} gave this address, but another account has it already.`,
        'If that was you, sign in to the other account, or take the address out of it first.',
      ]),
  };
}
