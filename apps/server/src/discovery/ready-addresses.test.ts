import { setImmediate as settled } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReadyAddresses, type ServerState } from './ready-addresses.ts';

type Servers = Readonly<Record<string, boolean | ServerState | 'hangs'>>;

const never = new Promise<never>(() => {});

/** Servers by address, and whether each is ready; `resolves` says whether the system's DNS answers. */
async function discover(servers: Servers, names = ['server']) {
  const changes: string[] = [];
  const asNew: string[] = [];
  const state = { servers, resolves: true };
  let round = Promise.withResolvers<void>();
  const ready = createReadyAddresses(names, {
    async resolve(name) {
      if (name !== 'server') return never;
      if (!state.resolves) throw new Error(`${name} is unknown`);
      return Object.keys(state.servers);
    },
    async stateOf(address, isNew) {
      if (isNew) asNew.push(address);
      const known = state.servers[address] ?? false;
      if (known === 'hangs') return never;
      return typeof known === 'string' ? known : known ? 'ready' : 'unready';
    },
    pause: () => round.promise,
    onChange: (name, addresses) => void changes.push(`${name}: ${addresses.join(' ')}`),
  });
  await settled();
  async function change(next: Partial<typeof state>) {
    Object.assign(state, next);
    const ended = round;
    round = Promise.withResolvers();
    ended.resolve();
    await settled();
    return ready.of('server');
  }
  return { ready, change, changes, asNew };
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
  expect(changes.slice(-2)).toEqual(['server: 10.0.0.1 10.0.0.2 10.0.0.3', 'server: 10.0.0.2 10.0.0.3']);
});

test('a name that cannot be resolved does not delay other names', async () => {
  const { change } = await discover({ '10.0.0.1': true, '10.0.0.2': true }, ['pages', 'server']);
  expect(await change({ servers: { '10.0.0.1': true, '10.0.0.2': false } })).toEqual(['10.0.0.1']);
});

test('a server that never answers does not delay the change of another', async () => {
  const { ready, change } = await discover({ '10.0.0.1': true, '10.0.0.2': true, '10.0.0.3': 'hangs' });
  expect(await ready.of('server')).toEqual(['10.0.0.1', '10.0.0.2']);
  expect(await change({ servers: { '10.0.0.1': false, '10.0.0.2': true, '10.0.0.3': 'hangs' } })).toEqual(['10.0.0.2']);
});

test('if no server is ready, all are named', async () => {
  const { change } = await discover({ '10.0.0.1': true, '10.0.0.2': true });
  expect(await change({ servers: { '10.0.0.1': false, '10.0.0.2': false } })).toEqual(['10.0.0.1', '10.0.0.2']);
});

test('servers stay named while the DNS of the system does not answer', async () => {
  const { change } = await discover({ '10.0.0.1': true, '10.0.0.2': true });
  expect(await change({ resolves: false })).toEqual(['10.0.0.1', '10.0.0.2']);
  expect(await change({ resolves: true, servers: { '10.0.0.1': true } })).toEqual(['10.0.0.1']);
});

test('only given names are answered, and a name without servers has no addresses', async () => {
  const { ready } = await discover({});
  expect(ready.of('postgres')).toBeUndefined();
  expect(await ready.of('server')).toEqual([]);
});

test('a ready server stays named until it is silent three times in a row, and a silent one is not named before', async () => {
  const { change } = await discover({ '10.0.0.1': true, '10.0.0.2': true });
  const busy = { '10.0.0.1': true, '10.0.0.2': 'silent', '10.0.0.3': 'silent' } as const;
  for (let time = 1; time <= 2; time += 1) {
    expect(await change({ servers: busy })).toEqual(['10.0.0.1', '10.0.0.2']);
  }
  await change({ servers: { '10.0.0.1': true, '10.0.0.2': true } });
  for (let time = 1; time <= 2; time += 1) {
    expect(await change({ servers: busy })).toEqual(['10.0.0.1', '10.0.0.2']);
  }
  expect(await change({ servers: busy })).toEqual(['10.0.0.1']);
  expect(await change({ servers: busy })).toEqual(['10.0.0.1']);
});

test('a server is new until it is ready', async () => {
  const { change, asNew } = await discover({ '10.0.0.1': true, '10.0.0.2': false });
  await change({});
  await change({ servers: { '10.0.0.1': true, '10.0.0.2': true } });
  await change({});
  expect(asNew).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.2', '10.0.0.2']);
});
