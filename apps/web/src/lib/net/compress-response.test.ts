import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressResponse } from './compress-response.ts';

const asking = (encoding: string) => new Request('http://localhost/', { headers: { 'accept-encoding': encoding } });
const page = (type = 'text/html; charset=utf-8') =>
  new Response('<p>Terrace</p>'.repeat(200), { headers: { 'content-type': type, 'content-length': '2800' } });

test('a page is compressed when the client accepts gzip', async () => {
  const packed = compressResponse(asking('br, gzip'), page());
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toBe('accept-encoding');
  expect(packed.headers.has('content-length')).toBe(false);
  const bytes = Buffer.from(await packed.arrayBuffer());
  expect(bytes.length).toBeLessThan(500);
  expect(gunzipSync(bytes).toString()).toBe('<p>Terrace</p>'.repeat(200));
});

test.each([
  ['who asks for nothing of the kind', asking('identity'), page()],
  ['a stream of events', asking('gzip'), page('text/event-stream')],
  ['a picture', asking('gzip'), page('image/png')],
])('%s is sent uncompressed', (_, request, answer) => {
  expect(compressResponse(request, answer)).toBe(answer);
});
