import { describe, expect, test } from 'vitest';
import { parseAuthenticationResults } from './authentication-results.ts';
import { isAuthentic } from './authenticity.ts';

const FROM = 'ann@club.example.org';

const check = (results: readonly string[], { from = FROM, names = ['mx.terrace.example'] } = {}): boolean =>
  isAuthentic((name) => (name === 'authentication-results' ? results : []), from, names);

const MX = 'mx.terrace.example';

describe('a mail is authentic', () => {
  test.each([
    [`${MX}; dmarc=pass header.from=club.example.org`],
    [`${MX}; spf=fail smtp.mailfrom=list.example.net; dmarc=pass (p=reject) header.from=Club.Example.org`],
    [`${MX} 1; dkim=pass header.d=example.org header.s=a header.b=iE2xBk8=; dmarc=none`],
    [`${MX}; dkim=pass header.i=@example.org; dkim=fail header.d=list.example.net`],
    [`${MX}; dkim = pass (2048-bit key; unprotected) header.d = club.example.org`],
    [`(by us (really)) ${MX.toUpperCase()}; spf=pass smtp.mailfrom=bounces@mail.example.org; dmarc=none`],
    [`${MX}; spf=pass reason="good \\"enough\\"; for us" smtp.mailfrom="bounce list"@example.org`],
  ])('by the results %s', (results) => {
    expect(check([results])).toBe(true);
  });

  test('by the topmost headers of each name, if its checks have names of their own', () => {
    const [dmarc, dkim] = ['dmarc.mx.example; dmarc=none', 'dkim.mx.example; dkim=pass header.d=example.org'];
    expect(check([dmarc, dkim], { names: ['dmarc.mx.example', 'dkim.mx.example'] })).toBe(true);
    expect(check([dmarc, dkim], { names: ['dmarc.mx.example'] })).toBe(false);
  });

  test('without any check if no name is set', () => {
    expect(check([], { names: [] })).toBe(true);
  });
});

describe('a mail is not authentic', () => {
  test.each([
    ['of no check', [`${MX}; none`]],
    ['of another domain', [`${MX}; dkim=pass header.d=evil.example; dmarc=none`]],
    ['of another domain of the same public suffix', [`${MX}; dkim=pass header.d=evil.github.io`], 'ann@club.github.io'],
    ['of the policy of another domain', [`${MX}; dmarc=pass header.from=evil.example`]],
    ['of a failed policy', [`${MX}; dkim=pass header.d=example.org; dmarc=fail header.from=club.example.org`]],
    ['of the host that greeted', [`${MX}; spf=pass smtp.helo=example.org`]],
    ['in a quoted sender', [`${MX}; spf=fail smtp.mailfrom=" ; dkim=pass header.d=example.org "@evil.example`]],
    ['in a comment', [`${MX}; dkim=fail (not dkim=pass header.d=example.org) header.d=evil.example`]],
    [
      'in a nested comment',
      [`${MX}; spf=fail (a (b) ; dkim=pass header.d=example.org ; (c)) smtp.mailfrom=evil.example`],
    ],
    ['behind a quote that does not end', [`${MX}; dkim=pass header.d=example.org; spf=fail smtp.mailfrom="x`]],
    ['given twice for one check', [`${MX}; dkim=pass header.d=evil.example header.d=example.org`]],
    ['of another server', ['mx.evil.example; dmarc=pass header.from=club.example.org']],
    ['of a server whose name only begins alike', [`${MX}.evil; dmarc=pass header.from=club.example.org`]],
    ['below a header of this server', [`${MX}; spf=none`, `${MX}; dkim=pass header.d=example.org`]],
    ['below a broken header of this server', [`${MX}; spf=fail (`, `${MX}; dkim=pass header.d=example.org`]],
  ])('by results %s', (_, results, from = FROM) => {
    expect(check(results, { from })).toBe(false);
  });

  test('by a passed SPF for another domain in the topmost header, above a failed policy', () => {
    const results = [`${MX}; spf=pass smtp.mailfrom=evil.example`, `${MX}; dmarc=fail header.from=club.example.org`];
    expect(check(results)).toBe(false);
  });
});

test('a malformed header has no results', () => {
  for (const piece of ['(', ')', '"', '=', ';', 'a=b=c ', 'a ', '\\']) {
    expect(parseAuthenticationResults(`mx; ${piece.repeat(1_001)}`)?.results ?? []).toEqual([]);
  }
});
