import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type Email = { readonly to: string; readonly text: string };

/** A server for mail on a free port of loopback that keeps every email it is handed (RFC 5321, as much as that takes). */
export async function openMailbox() {
  const emails: Email[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void converse(socket, (email) => {
      emails.push(email);
      for (const look of waiting) look();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port');
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    /** Every email so far, in the order they came. */
    emails,
    /** The first email to this address that is not among the `known` first ones. */
    emailTo: (to: string, known = 0): Promise<Email> =>
      new Promise((resolve) => {
        const look = () => {
          const email = emails.slice(known).find((each) => each.to === to);
          if (email === undefined) return;
          waiting.delete(look);
          resolve(email);
        };
        waiting.add(look);
        look();
      }),
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One sender's visit, line by line. */
async function converse(socket: Socket, keep: (email: Email) => void): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let to = '';
  let data: string[] | undefined;
  say('220 mailbox');
  for await (const line of createInterface({ input: socket })) {
    if (data === undefined) {
      const [verb = ''] = line.toUpperCase().split(' ');
      if (verb === 'RCPT') to = /<(.*?)>/.exec(line)?.[1] ?? '';
      if (verb === 'DATA') data = [];
      say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 good bye' : '250 fine');
    } else if (line === '.') {
      keep({ to, text: textOf(data) });
      data = undefined;
      say('250 kept');
    } else {
      data.push(line.replace(/^\.\./, '.'));
    }
  }
}

/** The body of a message, with broken lines joined again. */
function textOf(lines: readonly string[]): string {
  const blank = lines.indexOf('');
  const body = lines.slice(blank + 1).join('\n');
  if (!/quoted-printable/i.test(lines.slice(0, blank).join('\n'))) return body;
  return body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
