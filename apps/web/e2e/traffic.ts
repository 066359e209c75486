import type { Page } from '@playwright/test';

/** Traffic of a page since recording began, including response headers. */
export type Traffic = { readonly scripts: number; readonly scriptBytes: number; readonly pageBytes: number };

/** Records the page's traffic from now on. @returns reads the current totals */
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
