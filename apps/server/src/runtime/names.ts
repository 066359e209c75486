import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** Attempts at the name server, each within its part of the time of a request. */
const TRIES = 2;
const TRIES_OF_REQUEST = 4;

/** Names of this machine (RFC 6761), which are never sent to a name server. */
const LOCAL: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

type Options = {
  /** `address:port`; the system's by default. */
  readonly nameServer: string | undefined;
  /** Within which a request must be complete. */
  readonly timeoutMs: number;
};

/**
 * Addresses of names from the name server. `dns.lookup` would block one of few threads of libuv per name, with which
 * Postgres, Redis and files are reached too, and cannot be stopped.
 */
export function createNames({ nameServer, timeoutMs }: Options) {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / TRIES_OF_REQUEST), tries: TRIES });
  if (nameServer !== undefined) resolver.setServers([nameServer]);

  return {
    /** @throws Error with a code such as ENOTFOUND if the name has no address, or no answer came in time */
    async addressesOf(host: string): Promise<readonly LookupAddress[]> {
      if (host === 'localhost' || host.endsWith('.localhost')) return LOCAL;
      const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const found = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ];
      if (found.length === 0 && four.status === 'rejected') throw four.reason;
      return found;
    },

    close: (): void => resolver.cancel(),
  };
}
