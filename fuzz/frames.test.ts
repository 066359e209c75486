import { expect, test } from 'vitest';
import { freshDatabase } from '../tools/testing/database.ts';
import { serverProcess } from '../tools/testing/server.ts';
import { bySuite } from '../tools/testing/suite.ts';
import { fuzzFrames } from './frames.ts';

/** A few seconds; in the thorough suite, about a minute. */
const CONNECTIONS = bySuite(240, 6_000);

test('no bytes on a connection crash the server, block a game or leak memory', { timeout: 240_000 }, async () => {
  const { url, drop } = await freshDatabase();
  const server = serverProcess({ DATABASE_URL: url, TRUST_PROXY: 'loopback', EXHIBITION: 'false' });
  const found = await fuzzFrames({ server, seed: 7, goesOn: (sent) => sent < CONNECTIONS });
  server.kill('SIGTERM');
  const code = await server.ended;
  await drop();
  expect(found).toEqual({ sent: CONNECTIONS, moves: CONNECTIONS / 24, faults: [] });
  expect(code).toBe(0);
});
