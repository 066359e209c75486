import { createPlayClient } from '../../apps/server/src/pages/play-client.ts';
import { createVisitorHeader, visitorKey } from '../../apps/server/src/pages/visitor-header.ts';

/** Requests data of a server as its pages do. */
export function pageData(url: string, secret: string) {
  const { forPage } = createPlayClient({ url }, createVisitorHeader(visitorKey(secret)));
  return { get: (address: string, path: string): Promise<Response> => forPage(address, {})(path, {}) };
}
