import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { MailInOptions } from '../accounts/mail.ts';
import type { ReplyAddress } from '../notifications/mail-tokens.ts';
import { CHILD_STOP_MS } from '../runtime/stop-times.ts';
import { MAX_BYTES } from './limits.ts';
import type { Receive } from './receive.ts';

const MAX_CLIENTS = 20;
const TIMEOUT_MS = 30_000;

export type Listening = Omit<MailInOptions, 'authservIds'> & {
  readonly readReply: (token: string) => ReplyAddress | undefined;
  readonly receive: Receive;
  readonly reportError: (error: unknown) => void;
};

const smtpError = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

/**
 * An SMTP server for the operator's mail server, one recipient per mail. Mails to unknown addresses are not read.
 * @throws if the port cannot be opened
 */
export async function listenForMail({ host, port, domain, readReply, receive, reportError }: Listening) {
  function addressOf(recipient: string): ReplyAddress | undefined {
    const [, token, at] = /^play\+([0-9a-z]{1,64})@(.{1,253})$/i.exec(recipient) ?? [];
    return token !== undefined && at?.toLowerCase() === domain.toLowerCase() ? readReply(token) : undefined;
  }

  async function take(stream: SMTPServerDataStream, from: string, to: string): Promise<Error | undefined> {
    const raw = await readUpTo(stream, MAX_BYTES);
    const address = addressOf(to);
    if (raw === undefined) return smtpError(552, 'message too large');
    if (address === undefined) return smtpError(550, 'no such address');
    return (await receive({ raw, from, address })) === 'refuse' ? smtpError(550, 'not accepted') : undefined;
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    size: MAX_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: TIMEOUT_MS,
    closeTimeout: CHILD_STOP_MS.mailIn,
    logger: false,
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length > 0) return done(smtpError(452, 'one recipient per message'));
      done(addressOf(address) === undefined ? smtpError(550, 'no such address') : undefined);
    },
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      take(stream, from, envelope.rcptTo[0]?.address ?? '').then(
        (refused) => done(refused),
        (error: unknown) => {
          reportError(error);
          done(smtpError(451, 'try again later'));
        },
      );
    },
  });
  let isOpen = false;
  server.on('error', (error) => isOpen && reportError(error)); // until then, the caller gets it
  const listener = server.listen(port, host);
  await once(listener, 'listening');
  isOpen = true;
  const { port: actual } = listener.address() as AddressInfo;
  return { port: actual, close: (): Promise<void> => new Promise((resolve) => server.close(() => resolve())) };
}

/** Reads to the end, and keeps at most `most` bytes. @returns undefined if there were more */
async function readUpTo(stream: SMTPServerDataStream, most: number): Promise<Buffer | undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= most) chunks.push(bytes);
    else chunks = [];
  }
  return size <= most ? Buffer.concat(chunks) : undefined;
}
