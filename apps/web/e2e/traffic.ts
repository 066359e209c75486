import type { Page } from '@playwright/test';

/** What travelled for a page since it was watched, heads of answers included. */
export type Traffic = { readonly scripts: number; readonly scriptBytes: number; readonly pageBytes: number };

/** Counts what a page loads from now on. @returns what it was until then, whenever it is asked */
export async function recordTraffic(page: Page): Promise<() => Traffic> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const kinds = new Map<string, string>();
  const seen = { scripts: 0, scriptBytes: 0, pageBytes: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === 'Document') seen.pageBytes += encodedDataLength;
    if (kind !== 'Script') return;
    seen.scripts += 1;
    seen.scriptBytes += encodedDataLength;
  });
  return () => ({ ...seen });
}
