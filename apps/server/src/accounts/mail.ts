import { createTransport } from 'nodemailer';

/** Letters to players. Each resolves once the server for mail has taken it. */
export type Mailer = {
  reset(to: string, name: string, token: string): Promise<void>;
  confirm(to: string, name: string, token: string): Promise<void>;
  taken(to: string, name: string): Promise<void>;
};

/** Where letters are handed in, and by whom they say they are. */
export type MailOptions = { readonly smtpUrl: string; readonly from: string };

export function mailer({ smtpUrl, from }: MailOptions, publicUrl: string): Mailer {
  const transport = createTransport(smtpUrl, { from });
  const link = (what: string, token: string) => `${publicUrl}/login?${what}=${encodeURIComponent(token)}`;
  const send = async (to: string, subject: string, lines: readonly string[]): Promise<void> => {
    await transport.sendMail({ to, subject, text: lines.join('\n\n') });
  };
  return {
    reset: (to, name, token) =>
      send(to, 'A new password for Terrace', [
        `Hello ${name},`,
        'choose a new password here, within the next hour:',
        link('reset', token),
        'If you did not ask for this, nothing happens when you do nothing.',
      ]),
    confirm: (to, name, token) =>
      send(to, 'Is this your address?', [
        `Hello ${name},`,
        'follow this link within the next day, and your account at Terrace has this address:',
        link('confirm', token),
        'If you have no account there, somebody mistyped. Nothing happens when you do nothing.',
      ]),
    taken: (to, name) =>
      send(to, 'Your address at Terrace', [
        `somebody called ${name} at ${publicUrl} gave this address, but another account has it already.`,
        'If that was you, sign in to the other account, or take the address out of it first.',
      ]),
  };
}
