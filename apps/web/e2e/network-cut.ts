import type { Page, WebSocketRoute } from '@playwright/test';

export type CuttableNetwork = { cut(): Promise<void>; restore(): Promise<void> };

/** Routes the page's sockets, and reloads the page to open a new one. */
export async function cuttableNetwork(page: Page): Promise<CuttableNetwork> {
  let isConnected = true;
  const ends = new Set<WebSocketRoute>();
  await page.routeWebSocket(/socket\.io/, (near) => {
    ends.add(near);
    if (isConnected) ends.add(near.connectToServer()); // without a server the socket opens but stays silent, like a broken network
  });
  await page.reload();
  const hangUp = async (): Promise<void> => {
    const all = [...ends];
    ends.clear();
    // Messages in flight are lost. Chromium would report an error for each message forwarded to a closed socket.
    for (const end of all) end.onMessage(() => undefined);
    await Promise.all(all.map((end) => end.close()));
  };
  return {
    cut: () => {
      isConnected = false;
      return hangUp();
    },
    restore: () => {
      isConnected = true;
      return hangUp();
    },
  };
}
