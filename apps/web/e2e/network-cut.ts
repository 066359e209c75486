import type { Page, WebSocketRoute } from '@playwright/test';

/** A page's way to the server, that can be cut and mended like a cable. */
export type CuttableNetwork = { cut(): Promise<void>; mend(): Promise<void> };

/** Takes hold of the page's socket. The page is loaded anew for it. */
export async function cuttableNetwork(page: Page): Promise<CuttableNetwork> {
  let whole = true;
  const ends = new Set<WebSocketRoute>();
  await page.routeWebSocket(/socket\.io/, (near) => {
    ends.add(near);
    if (whole) ends.add(near.connectToServer()); // else it opens and stays dumb, as a broken network does
  });
  await page.reload();
  const hangUp = async (): Promise<void> => {
    const all = [...ends];
    ends.clear();
    await Promise.all(all.map((end) => end.close()));
  };
  return {
    cut: () => {
      whole = false;
      return hangUp();
    },
    mend: () => {
      whole = true;
      return hangUp();
    },
  };
}
