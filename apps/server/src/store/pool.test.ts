import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { Pool } from './pool.ts';

test('a query that an outage has failed is left alone when its wait for a connection times out', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pool = new Pool({ host: '127.0.0.1', port: address.port, max: 1, connectionTimeoutMillis: 3_000 });
  const failures = Promise.allSettled([pool.connect(), pool.connect()]);
  pool.setDown(true);
  for (const answer of await failures)
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'ECONNREFUSED' } });
  vi.advanceTimersByTime(3_000); // throws what the pool's timers throw
  vi.useRealTimers();
  pool.setDown(false);
  await pool.end();
  silent.close();
});
