import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** One answered request. `bytes` is the transferred size of its body. */
export type Answered = { readonly path: string; readonly bytes: number };

/**
 * A proxy that counts what a page and its service worker transfer. It does not support WebSockets.
 *
 * @param workerStart code that the service worker runs first, because its environment cannot be emulated otherwise
 * @returns its address and the responses so far
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
