import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientAddress, readTrustProxy, type TrustProxy } from './client-address.ts';

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

const trust = (setting: string): TrustProxy => {
  const read = readTrustProxy(setting);
  if (read === undefined) throw new Error(`${setting} is no setting`);
  return read;
};

test.each([
  ['false', '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  ['1', '10.0.0.9', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
  ['2', '10.0.0.9', '6.6.6.6, 203.0.113.7, 10.0.0.8', '203.0.113.7'],
  ['loopback', '127.0.0.1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
  ['loopback', '::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['loopback', '198.51.100.1', '203.0.113.7', '198.51.100.1'],
  ['loopback, 10.0.0.0/8', '127.0.0.1', '6.6.6.6, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
  ['10.0.0.0/8', '10.0.0.9', 'unknown', 'unknown'],
])('with TRUST_PROXY=%s, %s that forwards for %s counts as %s', (setting, remote, forwarded, client) => {
  expect(clientAddress(from(remote, forwarded), trust(setting))).toBe(client);
});

test('the proxy determines a client’s address, even if the client sends its own X-Forwarded-For', () => {
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), (invented, client) => {
      const request = from('127.0.0.1', `${invented}, ${client}`);
      const loopback = client.startsWith('127.');
      fc.pre(!loopback);
      expect(clientAddress(request, trust('loopback'))).toBe(client);
      expect(clientAddress(request, trust('1'))).toBe(client);
    }),
  );
});

test('a closed connection has an empty address', () => {
  expect(clientAddress(new IncomingMessage(new Socket()), trust('1'))).toBe('');
});
