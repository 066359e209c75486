import type { HeaderValues } from './authenticity.ts';

const PRESENT_IN_AUTOMATIC_MAILS = [
  'x-loop',
  'list-id',
  'list-unsubscribe',
  'x-autoreply',
  'x-autorespond',
  'x-auto-reply-from',
  'x-failed-recipients',
];

/** Whether a program or a list sent the mail, so that it contains no command, and an answer could lead to a loop. */
export function isAutomatic(headers: HeaderValues, ownHost: string): boolean {
  const [submitted = 'no'] = headers('auto-submitted');
  return (
    !/^\s*no\b(?!-)/i.test(submitted) ||
    headers('precedence').some((value) => /^\s*(?:bulk|list|junk|auto_reply)\b/i.test(value)) ||
    headers('x-auto-response-suppress').some((value) => !/^\s*none\s*$/i.test(value)) ||
    headers('return-path').some((value) => value.replace(/\s/g, '') === '<>') ||
    headers('content-type').some((value) => /^\s*multipart\/report\b/i.test(value)) ||
    PRESENT_IN_AUTOMATIC_MAILS.some((name) => headers(name).length > 0) ||
    headers('message-id').some((id) => id.trim().toLowerCase().endsWith(`@${ownHost}>`))
  );
}
