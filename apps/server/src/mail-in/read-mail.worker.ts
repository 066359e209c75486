/** Parses mails in a thread of its own, so that no mail can block moves. */
import PostalMime, { addressParser } from 'postal-mime';
import { lowerThreadPriority } from '../runtime/thread-priority.ts';
import { isAuthentic } from './authenticity.ts';
import { isAutomatic } from './automatic.ts';
import { textOfMail } from './mail-text.ts';
import { ownParagraphs } from './own-text.ts';
import type { MailToRead, ReadMail } from './read-mail.ts';

/** About a tenth of the event loop's share when both want the same core. */
const NICENESS = 10;

/** Replies with pictures and signatures have three levels. */
const LIMITS = { maxNestingDepth: 10, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 0 };

/** Paragraphs that are returned, and characters of each. Chat messages are shorter. */
const MAX_PARAGRAPHS = 3;
const MAX_PARAGRAPH = 4_000;

lowerThreadPriority(NICENESS);

/** @returns undefined for a mail that is malformed */
export default async function read({ raw, ownHost, authservIds }: MailToRead): Promise<ReadMail | undefined> {
  const mail = await PostalMime.parse(raw, LIMITS).catch(() => undefined);
  if (mail === undefined) return undefined;
  const headers = (name: string): readonly string[] =>
    mail.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const from = onlyAddressOf(headers('from'));
  return {
    from,
    messageId: mail.messageId,
    isAutomatic: isAutomatic(headers, ownHost),
    isAuthentic: from !== undefined && isAuthentic(headers, from, authservIds),
    paragraphs: ownParagraphs(textOfMail(mail))
      .slice(0, MAX_PARAGRAPHS)
      .map((lines) => withinLength(lines)),
  };
}

/**
 * The author, if the mail names exactly one. The address must stand as it is at the end of the header: parsers differ in
 * what they make of anything else, and the one that checked the sender may have read another address.
 */
function onlyAddressOf(values: readonly string[]): string | undefined {
  const [mailbox, ...others] = values.flatMap((value) => addressParser(value));
  const [header = ''] = values;
  if (values.length !== 1 || others.length > 0 || mailbox?.address === undefined) return undefined;
  const address = mailbox.address.toLowerCase();
  if (!/^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+$/.test(address)) return undefined;
  const text = header.trim().toLowerCase();
  return text === address || text.endsWith(`<${address}>`) ? address : undefined;
}

function withinLength(lines: readonly string[]): readonly string[] {
  let left = MAX_PARAGRAPH;
  return lines.flatMap((line) => {
    const kept = line.slice(0, Math.max(left, 0));
    left -= line.length;
    return kept === '' ? [] : [kept];
  });
}
