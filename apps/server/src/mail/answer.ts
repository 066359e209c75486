import { inLanguage } from '@terrace/messages';
import { mailMessages } from '@terrace/messages/mail';
import type { Answer } from '../notifications/mail.ports.ts';
import type { MailTransport } from './transport.ts';

/** Sends the answer to a mail with a command. */
export const createAnswer =
  (send: MailTransport, publicUrl: string) =>
  async ({ to, key, recipient, title, text, gameId, inReplyTo }: Answer): Promise<void> => {
    const { hello, open } = inLanguage(recipient.language, () => mailMessages().notify);
    const section = {
      heading: title,
      paragraphs: text.split('\n\n'),
      picture: null,
      link: { text: open, url: `${publicUrl}/game/${gameId}` },
    };
    const letter = {
      language: recipient.language,
      subject: title,
      hello: hello({ name: recipient.name }),
      sections: [section],
      footer: null,
    };
    await send(letter, { to, key: `answer ${key}`, ...(inReplyTo !== undefined && { inReplyTo }) });
  };
