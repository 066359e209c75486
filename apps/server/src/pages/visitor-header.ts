import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

/** Carries the address of the visitor of a page. */
export const VISITOR_HEADER = 'x-terrace-visitor';

/** How long a header is valid, which also covers clocks that differ. */
const VALID_MS = 120_000;

/** The key with which processes that render pages sign, so that they do not need the secret itself. */
export const visitorKey = (secret: string): string =>
  createHmac('sha256', secret).update('visitors of pages').digest('base64url');

export type VisitorHeader = ReturnType<typeof createVisitorHeader>;

/** Proves to a server of play that a request comes from the pages, and for which visitor. */
export function createVisitorHeader(key: string, now: () => number = Date.now) {
  const sign = (text: string): Buffer => createHmac('sha256', key).update(text).digest();

  return {
    of(address: string): string {
      const text = `${now()} ${address}`;
      return `${text} ${sign(text).toString('base64url')}`;
    },

    /** @returns the visitor's address, or undefined if the header is missing, too old or forged */
    read(header: string | string[] | undefined): string | undefined {
      const [, text = '', time = '', address = '', signature = ''] =
        /^((\d{1,16}) (\S{1,64})) (\S{43})$/.exec(typeof header === 'string' ? header : '') ?? [];
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(text);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return Math.abs(now() - Number(time)) <= VALID_MS && isIP(address) !== 0 ? address : undefined;
    },
  };
}
