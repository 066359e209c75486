import { VISITOR } from './browser.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { expect, test } from './fixtures/test.ts';

/** Makes a service worker receive a page of another version, as from a second server during a deployment. */
const MIXED = `{
  const { fetch } = self;
  self.fetch = async (request) => {
    const answer = await fetch(request);
    if (new URL(request.url).pathname !== '/local') return answer;
    const html = (await answer.text()).replace(/version: "[^"]+"/, 'version: "another"');
    return new Response(html, { headers: { 'content-type': 'text/html' } });
  };
}
`;

for (const [name, workerStart, state] of [
  ['a service worker caches pages of its version', '', 'activated'],
  ['a service worker caches no page of another version, whose scripts it does not have', MIXED, 'redundant'],
] as const)
  test(name, async ({ site, browser }) => {
    const proxy = await startCountingProxy(site.url, workerStart);
    const context = await browser.newContext({ ...VISITOR, serviceWorkers: 'allow' });
    const page = await context.newPage();
    await page.goto(`${proxy.url}/about`);
    const reached = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/service-worker.js', { type: 'module' });
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      while (worker !== null && worker.state !== 'activated' && worker.state !== 'redundant')
        await new Promise((changed) => worker.addEventListener('statechange', changed, { once: true }));
      return worker?.state;
    });
    expect(reached).toBe(state);
    const isCached = await page.evaluate(async () => (await caches.match('/local')) !== undefined);
    expect(isCached).toBe(state === 'activated');
    await context.close();
    await proxy.close();
  });
