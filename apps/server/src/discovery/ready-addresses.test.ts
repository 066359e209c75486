import { expect, test } from 'vitest';
import { createReadyAddresses } from './ready-addresses.ts';

/** Servers by address, and whether each is ready; `resolves` says whether the system's DNS answers. */
async function discover(servers: Record<string, boolean>) {
  const changes: string[] = [];
  const state = { servers, resolves: true };
  const ready = createReadyAddresses(['server'], {
    async resolve(name) {
      if (!state.resolves) throw new Error(`${name} is unknown`);
      return Object.keys(state.servers);
    },
    isReady: async (address) => state.servers[address] ?? false,
    onChange: (name, addresses) => void changes.push(`${name}: ${addresses.join(' ')}`),
  });
  async function change(next: Partial<typeof state>) {
    Object.assign(state, next);
    await ready.checkAll();
    return ready.of('server');
  }
  return { ready, change, changes };
}

test('a server that starts, stops or hangs is not named, and a change is reported once', async () => {
  const { ready, change, changes } = await discover({ '10.0.0.2': true, '10.0.0.1': true });
  expect(await ready.of('server')).toEqual(['10.0.0.1', '10.0.0.2']);
  const starting = { '10.0.0.1': true, '10.0.0.2': true, '10.0.0.3': false };
  expect(await change({ servers: starting })).toEqual(['10.0.0.1', '10.0.0.2']);
  expect(await change({ servers: { ...starting, '10.0.0.3': true } })).toHaveLength(3);
  expect(await change({ servers: { '10.0.0.1': false, '10.0.0.2': true, '10.0.0.3': true } })).toEqual([
    '10.0.0.2',
    '10.0.0.3',
  ]);
  await change({});
  expect(changes).toEqual(['server: 10.0.0.1 10.0.0.2 10.0.0.3', 'server: 10.0.0.2 10.0.0.3']);
});

test('if no server is ready, all are named', async () => {
  const { change } = await discover({ '10.0.0.1': true, '10.0.0.2': true });
  expect(await change({ servers: { '10.0.0.1': false, '10.0.0.2': false } })).toEqual(['10.0.0.1', '10.0.0.2']);
});

test('servers stay named while the DNS of the system does not answer', async () => {
  const { change } = await discover({ '10.0.0.1': true, '10.0.0.2': true });
  expect(await change({ resolves: false })).toEqual(['10.0.0.1', '10.0.0.2']);
  expect(await change({ servers: { '10.0.0.1': true } })).toEqual(['10.0.0.1']);
});

test('only given names are answered, and a name without servers has no addresses', async () => {
  const { ready } = await discover({});
  expect(ready.of('postgres')).toBeUndefined();
  expect(await ready.of('server')).toEqual([]);
});
