import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Email = { readonly to: string; readonly text: string };

/** An SMTP server on a free loopback port that stores every e-mail it receives. */
export async function openMailbox() {
  const emails: Email[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      buffer(stream)
        .then(async (raw) => {
          const { text = '' } = await PostalMime.parse(raw);
          for (const { address } of envelope.rcptTo) emails.push({ to: address, text });
          for (const check of waiting) check();
          done();
        })
        .catch(done);
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port');
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    emails,
    /** The next e-mail to this address after the first `known` ones. */
    emailTo: (to: string, known = 0): Promise<Email> =>
      new Promise((resolve) => {
        const check = () => {
          const email = emails.slice(known).find((each) => each.to === to);
          if (email === undefined) return;
          waiting.delete(check);
          resolve(email);
        };
        waiting.add(check);
        check();
      }),
    close: (): Promise<void> => new Promise((resolve) => server.close(resolve)),
  };
}
