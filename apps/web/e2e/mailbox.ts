import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** A mail server on a free loopback port that stores the texts of all mails. */
export async function openMailbox() {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    void serve(socket, (mail) => mails.push(mail));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    /** Links of this form in all mails, the latest last. A mail has each in its text and in its HTML. */
    links: (form: RegExp): readonly string[] => [...new Set(mails.flatMap((mail) => mail.match(form) ?? []))],
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function serve(socket: Socket, received: (mail: string) => void): Promise<void> {
  const reply = (line: string) => void socket.write(`${line}\r\n`);
  let data: string[] | undefined;
  reply('220 mail.example');
  for await (const line of createInterface({ input: socket })) {
    if (data === undefined) {
      if (line.toUpperCase() === 'DATA') data = [];
      reply(data === undefined ? '250 ok' : '354 send it');
    } else if (line === '.') {
      received(fromQuotedPrintable(data.join('\n')));
      data = undefined;
      reply('250 stored');
    } else data.push(line);
  }
}

const fromQuotedPrintable = (text: string): string =>
  text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
