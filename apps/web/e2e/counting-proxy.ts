import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** One answered request; `bytes` of its body as they travelled. */
export type Answered = { readonly path: string; readonly bytes: number };

/**
 * A proxy that counts what travels for a site, whether a page or its service worker asked. It has no web sockets.
 *
 * @param workerStart code that the service worker runs first: its environment cannot be emulated in another way
 * @returns its address and the answers so far
 */
export async function startCountingProxy(site: string, workerStart = '') {
  const { port } = new URL(site);
  const answered: Answered[] = [];
  const server = createServer((asked, answer) => {
    const { method, url: path = '/' } = asked;
    const changed = workerStart !== '' && path === '/service-worker.js';
    const headers = changed ? { ...asked.headers, 'accept-encoding': 'identity' } : asked.headers;
    const onward = request({ host: 'localhost', port, method, path, headers }, (from) => {
      let bytes = 0;
      const { 'content-length': _, ...unsized } = from.headers;
      answer.writeHead(from.statusCode ?? 502, changed ? unsized : from.headers);
      if (changed) answer.write(workerStart);
      from.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      from.on('end', () => answered.push({ path, bytes }));
      from.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://localhost:${address.port}`,
    answered: (): readonly Answered[] => answered.slice(),
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
