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

const from = (address: string, invented = '6.6.6.6') => ({ 'x-forwarded-for': `${invented}, ${address}` });

async function visitor(address: string, invented?: string): Promise<Client> {
  const client = await connect(app.url, '', from(address, invented));
  open.push(client);
  return client;
}

test('an anonymous socket that sends too much does not use up the budget of another client behind the proxy', async () => {
  const [flooder, other] = [await visitor(newAddress()), await visitor(newAddress())];
  const answers = await Promise.all(Array.from({ length: 150 }, () => flooder.request('time:now', {})));
  expect(answers.some((answer) => !answer.ok)).toBe(true);
  expect(await other.request('time:now', {})).toMatchObject({ ok: true });
});

test('anonymous sockets of one client share a budget, even if they claim different addresses', async () => {
  const address = newAddress();
  const sockets = await Promise.all([1, 2, 3].map((n) => visitor(address, `6.6.6.${n}`)));
  const answers = await Promise.all(
    sockets.flatMap((socket) => Array.from({ length: 60 }, () => socket.request('time:now', {}))),
  );
  expect(answers.filter((answer) => !answer.ok).length).toBeGreaterThan(0);
});
