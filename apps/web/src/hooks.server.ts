import type { HandleFetch } from '@sveltejs/kit/hooks';

/**
 * A page that is rendered asks this same server for its data over the loopback address, never over the host name of the
 * request: a visitor may write anything there. In development there is no platform, and the proxy stands in between.
 */
export const handleFetch: HandleFetch = async ({ event, request, fetch }) => {
  const port = event.platform?.req.socket.localPort;
  const url = new URL(request.url);
  if (port === undefined || url.origin !== event.url.origin || !url.pathname.startsWith('/api/')) return fetch(request);
  const local = new Request(new URL(`${url.pathname}${url.search}`, `http://127.0.0.1:${port}`), request);
  const cookie = event.request.headers.get('cookie');
  if (cookie !== null) local.headers.set('cookie', cookie);
  return globalThis.fetch(local);
};
