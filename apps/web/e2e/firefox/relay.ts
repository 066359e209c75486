import { once } from 'node:events';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

const Command = z.object({
  id: z.number(),
  method: z.string(),
  params: z.looseObject({ context: z.string().optional(), features: z.record(z.string(), z.unknown()).optional() }),
});
const Created = z.object({
  method: z.literal('browsingContext.contextCreated'),
  params: z.object({ context: z.string(), parent: z.null().optional() }),
});
const Reply = z.object({ id: z.number().nullish() });

/** Playwright's command numbers are smaller. */
const FIRST_OWN_ID = 2 ** 40;

/**
 * Relays WebDriver BiDi between Playwright and Firefox, with two additions:
 *
 * - Firefox 153 does not know `emulation.setMediaFeaturesOverride`, which Playwright sends for every context. The relay
 *   accepts it if it asks for the default, a light colour scheme.
 * - A page in the background has no focus in Firefox: `Enter` does not press a button there. Playwright's other browsers
 *   focus all pages, so the relay brings a page to the front before its input.
 *
 * @returns the address of the relay
 */
export async function relay(browserUrl: string, onClose: () => void): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (client, { url: path = '' }) => {
    const browser = new WebSocket(browserUrl + path, { maxPayload: 0, perMessageDeflate: false });
    const opened = once(browser, 'open');
    const activations = new Map<number, () => void>();
    let nextId = FIRST_OWN_ID;
    let front: string | undefined;

    async function bringToFront(context: string): Promise<void> {
      if (context === front) return;
      front = context;
      const id = nextId++;
      const { promise, resolve } = Promise.withResolvers<void>();
      activations.set(id, resolve);
      browser.send(JSON.stringify({ id, method: 'browsingContext.activate', params: { context } }));
      await promise;
    }

    async function toBrowser(text: string): Promise<void> {
      await opened;
      const { id, method, params } = Command.parse(JSON.parse(text));
      if (method === 'emulation.setMediaFeaturesOverride' && isDefault(params.features)) {
        client.send(JSON.stringify({ type: 'success', id, result: {} }));
        return;
      }
      if (method === 'browsingContext.activate') front = params.context;
      if (method === 'input.performActions' && params.context !== undefined) await bringToFront(params.context);
      browser.send(text);
    }

    function toPlaywright(text: string): void {
      const message: unknown = JSON.parse(text);
      const activated = activations.get(Reply.safeParse(message).data?.id ?? 0);
      if (activated !== undefined) {
        activated();
        return;
      }
      const created = Created.safeParse(message);
      if (created.success) front = created.data.params.context;
      client.send(text);
    }

    client.on('message', (data) => void toBrowser(textOf(data)).catch(() => client.close()));
    browser.on('message', (data) => toPlaywright(textOf(data)));
    browser.on('close', () => client.close());
    browser.on('error', () => client.close());
    client.on('close', onClose);
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  return `ws://127.0.0.1:${address.port}`;
}

const textOf = (data: RawData): string => data.toString();

const isDefault = (features: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.entries(features).every(([name, value]) => name === 'prefers-color-scheme' && (value ?? 'light') === 'light');
