import { messages } from '@terrace/messages';
import { openTcpProxy } from '@terrace/testing/tcp-proxy';
import { freshDatabase } from '../../../tools/testing/run-servers.ts';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { expect, test } from './fixtures/test.ts';
import { startSite } from './site.ts';

const open = async (address: string) => {
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  return { answer, html: await answer.text() };
};
async function expectStatus(site: string, paths: readonly string[], status: number): Promise<void> {
  for (const path of paths) {
    const { answer } = await open(site + path);
    expect(answer.status, path).toBe(status);
  }
}
const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';

test('rendered and prerendered pages run only their own scripts', async ({ site }) => {
  const rendered = await open(`${site.url}/leaderboard`);
  const policy = rendered.answer.headers.get('content-security-policy') ?? '';
  const nonce = /'(nonce-[^']+)'/.exec(policy)?.[1]?.slice('nonce-'.length);
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' 'wasm-unsafe-eval' 'nonce-/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  const inline = [...rendered.html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes);
  const foreign = inline.filter(
    (attributes = '') => !attributes.includes(`nonce="${nonce}"`) && !attributes.includes('application/json'),
  );
  expect(foreign).toHaveLength(1); // the script of the head, allowed by its hash
  const another = await open(`${site.url}/leaderboard`);
  expect(another.answer.headers.get('content-security-policy')).not.toContain(nonce);

  const built = await open(`${site.url}/learn`);
  expect(built.answer.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
  expect(built.html).toMatch(/<meta http-equiv="content-security-policy" content="[^"]*script-src 'self' 'sha256-/);
  const others = [await open(`${site.url}/favicon.svg`), await open(`${site.url}/nowhere`)];
  for (const { answer } of [rendered, built, ...others]) {
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.headers.get('permissions-policy')).toContain('camera=()');
  }
});

test('an address with an invalid encoding never redirects to another site', async ({ site }) => {
  const answer = await fetch(`${site.url}//elsewhere.example/%E0%A4%A`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/elsewhere.example/%25E0%25A4%25A']);
});

test('a server bound to one address serves pages with data, and pages without data even when the database is down', {
  tag: THOROUGH,
}, async () => {
  const database = await freshDatabase();
  const proxy = await openTcpProxy(database.url);
  const site = await startSite(proxy.url, { host: '127.0.0.2' });
  try {
    await expectStatus(site.url, ['/leaderboard', '/archive', '/api'], 200);
    await expectStatus(site.url, ['/players/Nobody-here'], 404);

    proxy.disconnect();
    await expectStatus(site.url, ['/learn', '/learn/rules', '/local', '/analysis', '/editor', '/favicon.svg'], 200);
    const { answer, html } = await open(`${site.url}/leaderboard`);
    expect([answer.status, typeOf(answer)]).toEqual([503, expect.stringContaining('text/html')]);
    expect(html).toContain(messages.site.errors.toLobby);
    await expectStatus(site.url, ['/ready'], 503);

    proxy.reconnect();
    await expect.poll(async () => (await open(`${site.url}/leaderboard`)).answer.status).toBe(200);
  } finally {
    await site.stop();
    proxy.close();
    await database.drop();
  }
});
