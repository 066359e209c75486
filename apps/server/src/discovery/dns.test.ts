import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { expect, onTestFinished, test } from 'vitest';
import { serveNames } from './dns.ts';

async function resolverOf(names: Record<string, readonly string[]>) {
  const { port, close } = await serveNames({
    host: '127.0.0.1',
    port: 0,
    addressesOf: (name) => (names[name] === undefined ? undefined : Promise.resolve(names[name])),
  });
  onTestFinished(close);
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  return { resolver, port };
}

test('a name has the addresses of its servers, whatever the case of its letters', async () => {
  const servers = Array.from({ length: 20 }, (_, index) => `10.0.0.${index + 1}`);
  const { resolver } = await resolverOf({ server: servers });
  for (const name of ['server', 'Server'])
    expect((await resolver.resolve4(name)).toSorted()).toEqual(servers.toSorted());
  expect(await resolver.resolve4('server', { ttl: true })).toContainEqual({ address: '10.0.0.1', ttl: 0 });
});

test('a name without servers does not exist, and other types have no answer', async () => {
  const { resolver } = await resolverOf({ server: ['10.0.0.1'], pages: [] });
  await expect(resolver.resolve4('pages')).rejects.toThrow('ENOTFOUND');
  await expect(resolver.resolve4('postgres')).rejects.toThrow('ENOTFOUND');
  await expect(resolver.resolve6('server')).rejects.toThrow('ENODATA');
});

test('bytes that are not DNS are ignored', async () => {
  const { resolver, port } = await resolverOf({ server: ['10.0.0.1'] });
  const client = createSocket('udp4');
  onTestFinished(() => void client.close());
  for (const bytes of ['', 'x', 'x'.repeat(600)]) {
    await new Promise((resolve) => client.send(bytes, port, '127.0.0.1', resolve));
  }
  expect(await resolver.resolve4('server')).toEqual(['10.0.0.1']);
});
