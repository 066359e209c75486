import { once } from 'node:events';
import { connect } from 'node:net';

const WAIT_MS = 10_000;

/** Sends one mail as a mail server does. Resolves with the last answer, also if it is refused. */
export async function sendMail(port: number, to: string, content: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.setTimeout(WAIT_MS, () => socket.destroy());
  let last = '';
  const answer = async (line?: string): Promise<boolean> => {
    if (line !== undefined) socket.write(`${line}\r\n`);
    const [data] = await once(socket, 'data');
    last = String(data);
    return /^[23]/.test(last);
  };
  try {
    for (const line of [
      undefined,
      'EHLO sender.example',
      'MAIL FROM:<someone@sender.example>',
      `RCPT TO:<${to}>`,
      'DATA',
    ])
      if (!(await answer(line))) return last;
    await answer(`${content}\r\n.`);
    return last;
  } catch {
    return 'lost';
  } finally {
    socket.destroy();
  }
}

const HEAD = 'From: Someone <someone@sender.example>\r\nSubject: Re: your move\r\nMIME-Version: 1.0\r\n';

/** Mails that are slow to parse for careless programs. */
export const WORST_MAILS: readonly string[] = [
  `${HEAD}Content-Type: text/html\r\n\r\n${'<'.repeat(250_000)}`,
  `${HEAD}Content-Type: text/plain\r\n\r\n${'\r\n'.repeat(500_000)}`,
  `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(20_000)}--b--`,
  `${HEAD}Content-Type: text/html\r\n\r\n${'<div>'.repeat(50_000)}`,
  `${HEAD}Authentication-Results: ${'('.repeat(50_000)}\r\nContent-Type: text/plain\r\n\r\nmove d2-d3`,
];
