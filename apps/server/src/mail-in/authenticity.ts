import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { type MethodResult, parseAuthenticationResults } from './authentication-results.ts';

/** The values of a mail's headers of one name, from top to bottom. */
export type HeaderValues = (name: string) => readonly string[];

/**
 * Whether the operator's mail server found the mail to be from the domain of its author: DMARC passed, or if the domain
 * has no such policy, DKIM or SPF passed for a domain of the same organisation. Only the topmost header of each of
 * these names counts, since a sender can add others below it. Without names every mail counts as authentic.
 */
export function isAuthentic(headers: HeaderValues, from: string, authservIds: readonly string[]): boolean {
  if (authservIds.length === 0) return true;
  const author = domainOf(from);
  const results = trustedResults(headers('authentication-results'), authservIds);
  if (author === undefined || results === undefined) return false;
  const policies = results.filter(({ method }) => method === 'dmarc');
  if (policies.some(({ outcome }) => outcome === 'fail')) return false;
  const hasPassed = policies.some(
    ({ outcome, properties }) => outcome === 'pass' && domainOf(properties.get('header.from') ?? from) === author,
  );
  return hasPassed || results.some((result) => result.outcome === 'pass' && isAligned(result, author));
}

/** The results of the topmost header of each name; undefined if a header that names one cannot be parsed. */
function trustedResults(
  values: readonly string[],
  authservIds: readonly string[],
): readonly MethodResult[] | undefined {
  const missing = new Set(authservIds.map((id) => id.toLowerCase()));
  const results: MethodResult[] = [];
  for (const value of values) {
    const parsed = parseAuthenticationResults(value);
    if (parsed === undefined && [...missing].some((id) => value.toLowerCase().includes(id))) return undefined;
    if (parsed !== undefined && missing.delete(parsed.server)) results.push(...parsed.results);
  }
  return results;
}

/** Whether the domain that passed belongs to the organisation of the author's domain, as in relaxed DMARC. */
function isAligned({ method, properties }: MethodResult, author: string): boolean {
  const checked = domainOf(
    method === 'dkim'
      ? (properties.get('header.d') ?? properties.get('header.i') ?? '')
      : method === 'spf'
        ? (properties.get('smtp.mailfrom') ?? properties.get('smtp.mail') ?? '')
        : '',
  );
  return checked !== undefined && (checked === author || organisationOf(checked) === organisationOf(author));
}

/** Of an address or a domain; undefined for other text. */
function domainOf(address: string): string | undefined {
  const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1).trim());
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain) ? domain : undefined;
}

const organisationOf = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain;
