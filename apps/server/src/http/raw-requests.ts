import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { explainToApiClient, messages } from '@terrace/messages';
import { preferredLanguage, type Refusal, type Refused } from '@terrace/protocol';
import { errorCode } from '../runtime/errors.ts';
import { ERROR_PAGE_POLICY, errorPage } from './error-page.ts';
import { runInLanguage } from './language.ts';

const UPGRADED_PATH = '/socket.io/';

/** Whether an upgrade is accepted. Other requests are answered as if they had not asked for one. */
export const isUpgraded = ({ url = '' }: IncomingMessage): boolean => url.startsWith(UPGRADED_PATH);

export const malformed = (problem: string): Refusal => ({ code: 'malformed', problem });

const TOO_LONG = 'HPE_HEADER_OVERFLOW';
const UNREADABLE: Readonly<Record<string, { readonly status: string; readonly problem: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', problem: 'the request did not arrive in time' },
  [TOO_LONG]: { status: '431 Request Header Fields Too Large', problem: 'the headers are too long' },
};
const NOT_HTTP = { status: '400 Bad Request', problem: 'the request is not HTTP' };

export function rejectUnreadable(error: Error, socket: Socket, reportError: (fault: unknown) => void): void {
  const code = errorCode(error) ?? '';
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, problem } = UNREADABLE[code] ?? NOT_HTTP;
  const head = headOf(error);
  const reject = (): void => rejectAndClose(socket, status, problem);
  if (code === TOO_LONG && isOfBrowser(head)) {
    explainTooLong(head, socket, status).catch((fault) => {
      reportError(fault);
      reject();
    });
  } else reject();
}

/** The bytes that could not be parsed: usually the complete request, even if its headers are too long. */
const headOf = (error: Error): string =>
  'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';

const isOfBrowser = (head: string): boolean =>
  /^GET \/(?!api\/|socket\.io\/)/.test(head) && /\naccept:[^\n]*text\/html/i.test(head);

/** A shared text or old cookies can make the headers of a person's browser too long. */
async function explainTooLong(head: string, socket: Socket, status: string): Promise<void> {
  const accepted = /\naccept-language:([^\r\n]*)/i.exec(head)?.[1] ?? null;
  const page = await runInLanguage(preferredLanguage(null, accepted), async () =>
    errorPage(messages.site.errors.tooLong, undefined),
  );
  closeWith(socket, status, 'text/html', page, `content-security-policy: ${ERROR_PAGE_POLICY}\r\n`);
}

/** Node removes its own `error` listener on upgrade and CONNECT, so a socket error there would end the process. */
export function handleRawRequests(server: Server): void {
  server.on('connection', (socket: Socket) => socket.on('error', () => undefined)); // Node destroys the socket itself
  server.on('connect', (_, socket: Socket) =>
    rejectAndClose(socket, '501 Not Implemented', 'the CONNECT method is only for proxies'),
  );
  // Node before 24.9 ignores `shouldUpgradeCallback` and emits every upgrade.
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    if (!isUpgraded(request)) rejectAndClose(socket, '400 Bad Request', `only ${UPGRADED_PATH} can be upgraded`);
  });
}

function rejectAndClose(socket: Socket, status: string, problem: string): void {
  const refusal = malformed(problem);
  const body: Refused = { refusal, message: explainToApiClient(refusal) };
  closeWith(socket, status, 'application/json', JSON.stringify(body));
}

function closeWith(socket: Socket, status: string, type: string, text: string, headers = ''): void {
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: ${type}; charset=utf-8\r\n${headers}` +
      `x-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    () => socket.destroy(), // do not read the rest of the input
  );
}
