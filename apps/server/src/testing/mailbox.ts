import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email as Parsed } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Email = { readonly to: string; readonly text: string; readonly raw: string; readonly parsed: Parsed };

/** A header's value; undefined if the e-mail does not have it. */
export const headerOf = ({ parsed }: Email, name: string): string | undefined =>
  parsed.headers.find(({ key }) => key === name.toLowerCase())?.value;

/** An SMTP server on a free loopback port that stores every e-mail it receives. */
export async function openMailbox() {
  const emails: Email[] = [];
  const waiting = new Set<() => void>();
  let refuseWith: number | undefined;
  let loseReplies = 0;
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_, __, done) {
      if (refuseWith === undefined) return done();
      refused += 1;
      done(Object.assign(new Error('refused'), { responseCode: refuseWith }));
    },
    onData: (stream, { envelope }, done) => {
      buffer(stream)
        .then(async (raw) => {
          const parsed = await PostalMime.parse(raw);
          const { text = '' } = parsed;
          for (const { address } of envelope.rcptTo) emails.push({ to: address, text, raw: raw.toString(), parsed });
          for (const check of waiting) check();
          if (loseReplies > 0) {
            loseReplies -= 1;
            done(Object.assign(new Error('the connection was lost'), { responseCode: 451 }));
          } else done();
        })
        .catch(done);
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
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
    emailsTo: (to: string): readonly Email[] => emails.filter((each) => each.to === to),
    /** Refuses all recipients with this status, such as 451; undefined accepts them again. */
    refuse(status: number | undefined): void {
      refuseWith = status;
    },
    refused: (): number => refused,
    /** Stores the next `count` e-mails, but reports that they failed. */
    loseReplies(count: number): void {
      loseReplies = count;
    },
    close: (): Promise<void> => new Promise((resolve) => server.close(resolve)),
  };
}
