import { ownAddress } from '@terrace/testing/address';
import { type Client, connect } from '@terrace/testing/client';
import { afterAll, expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();
const open: Client[] = [];
afterAll(() => {
  for (const client of open) client.close();
});

const newAddress = () => ownAddress()['x-forwarded-for'];

/** What the proxy in front of the server sends for a client who writes a made-up address before its own. */
const from = (address: string, invented = '6.6.6.6') => ({ 'x-forwarded-for': `${invented}, ${address}` });

async function visitor(address: string, invented?: string): Promise<Client> {
  const client = await connect(app.url, '', from(address, invented));
  open.push(client);
  return client;
}

test('a nameless socket that asks too much uses up nothing of another behind the same proxy', async () => {
  const [flooder, other] = [await visitor(newAddress()), await visitor(newAddress())];
  const answers = await Promise.all(Array.from({ length: 150 }, () => flooder.request('time:now', {})));
  expect(answers.some((answer) => !answer.ok)).toBe(true);
  expect(await other.request('time:now', {})).toMatchObject({ ok: true });
});

test('nameless sockets of one client are counted together, whatever they say they come from', async () => {
  const address = newAddress();
  const sockets = await Promise.all([1, 2, 3].map((n) => visitor(address, `6.6.6.${n}`)));
  const answers = await Promise.all(
    sockets.flatMap((socket) => Array.from({ length: 60 }, () => socket.request('time:now', {}))),
  );
  expect(answers.filter((answer) => !answer.ok).length).toBeGreaterThan(0);
});
