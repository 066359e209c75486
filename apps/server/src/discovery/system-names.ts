import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises';

/** The addresses of names in the DNS of the system, or of the given server. */
export function systemNames(server?: string) {
  // The default waits for half a minute.
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  if (server !== undefined) resolver.setServers([server]);
  /** @returns none for a name that does not exist. @throws if the DNS does not answer */
  return async (name: string): Promise<readonly string[]> => {
    try {
      return await resolver.resolve4(name);
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === NOTFOUND || error.code === NODATA)) return [];
      throw error;
    }
  };
}
