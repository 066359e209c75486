import type { Email } from 'postal-mime';

type Headers = Email['headers'];

const valuesOf = (headers: Headers, name: string): readonly string[] =>
  headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase());

/** Whether a program sent the mail, so that an answer could lead to another one. */
export function isAutomatic(headers: Headers, ownHost: string): boolean {
  const [submitted = 'no'] = valuesOf(headers, 'auto-submitted');
  return (
    !submitted.startsWith('no') ||
    valuesOf(headers, 'precedence').some((value) => ['bulk', 'list', 'junk'].includes(value)) ||
    valuesOf(headers, 'x-loop').length > 0 ||
    valuesOf(headers, 'list-id').length > 0 ||
    valuesOf(headers, 'message-id').some((id) => id.endsWith(`@${ownHost}>`))
  );
}

/**
 * Whether the operator's mail server found the sender authentic (RFC 8601): DMARC must not fail, and DKIM and SPF not
 * both. Only the topmost header of this server counts, since a sender can add others below it.
 */
export function isAuthentic(headers: Headers, authservId: string | undefined): boolean {
  if (authservId === undefined) return true;
  const [result] = valuesOf(headers, 'authentication-results').filter(
    (value) => value.split(/[\s;]/, 1)[0] === authservId.toLowerCase(),
  );
  if (result === undefined) return false;
  const plain = result.replace(/\([^()]*\)/g, ' ');
  const found = (method: string): readonly string[] =>
    [...plain.matchAll(new RegExp(`[;\\s]${method}\\s*=\\s*([a-z]+)`, 'g'))].map(([, outcome = '']) => outcome);
  if (found('dmarc').includes('fail')) return false;
  if (found('dmarc').includes('pass')) return true;
  return found('dkim').includes('pass') || found('spf').includes('pass');
}
