import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { MailOptions } from '../accounts/mail.ts';
import type { Letter, Picture } from './letter.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

/** How many digests are sent at the same time. */
export const DIGESTS_AT_ONCE = 3;

/** How long the mail server may take to connect, to greet, and between replies. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** For a whole mail, since each part of a slow one could stay within its own time. Includes the wait for a connection. */
const MAIL_TIMEOUT_MS = 120_000;

/** Digests use fewer, so that mails about accounts find a free connection. */
const POOL = { pool: true, maxConnections: DIGESTS_AT_ONCE + 2, maxMessages: 200, maxRequeues: 1 } as const;

export type Envelope = {
  readonly to: string;
  /** The same text gives the same Message-ID, so that mail programs show a mail sent twice once. */
  readonly key: string;
  readonly unsubscribeUrl?: string;
  readonly replyTo?: string | null;
  /** The Message-ID of the mail that this one answers. */
  readonly inReplyTo?: string;
};

export type SendMail = (letter: Letter, envelope: Envelope) => Promise<void>;

/** Sends all mails of the server as text and HTML, over a few connections that stay open while there are more. */
export function createMailTransport({ smtpUrl, from }: MailOptions, publicUrl: string) {
  const transport = createTransport({ url: smtpUrl, ...POOL, ...TIMEOUTS }, { from });
  const { hostname } = new URL(publicUrl);

  return {
    /** Resolves once the mail server accepts the mail. */
    async send(letter: Letter, { to, key, unsubscribeUrl, replyTo, inReplyTo }: Envelope): Promise<void> {
      const id = createHash('sha256').update(`${to} ${key}`).digest('hex').slice(0, 32);
      await transport.sendMail({
        to,
        subject: letter.subject,
        text: renderText(letter),
        html: renderHtml(letter),
        textEncoding: 'quoted-printable',
        messageId: `<${id}@${hostname}>`,
        signal: AbortSignal.timeout(MAIL_TIMEOUT_MS),
        ...(replyTo && { replyTo }),
        ...(inReplyTo && { inReplyTo, references: inReplyTo }),
        headers: {
          // Every mail is automatic, so that programs do not answer it.
          'Auto-Submitted': inReplyTo === undefined ? 'auto-generated' : 'auto-replied',
          'X-Auto-Response-Suppress': 'All',
          'X-Loop': hostname,
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        attachments: letter.sections.flatMap(({ picture }) => (picture === null ? [] : [attachmentOf(picture)])),
      });
    },

    close: (): void => transport.close(),
  };
}

const attachmentOf = ({ cid, png }: Picture) => ({
  cid,
  filename: 'board.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content: Buffer.from(png),
});

/** Whether the mail server will never accept this mail, such as for an unknown address. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 550 &&
  error.responseCode < 560;

/** Whether the mail server could not be reached, so that the next mails would fail as well. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EAUTH'].includes(String(error.code));
