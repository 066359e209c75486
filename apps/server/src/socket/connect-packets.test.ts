import { setImmediate as turn } from 'node:timers/promises';
import { aGame } from '@terrace/testing/games';
import { expectNothingUncaught } from '@terrace/testing/uncaught';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();
expectNothingUncaught();

async function rawSocket() {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const packets: string[] = [];
  let isClosed = false;
  socket.addEventListener('message', ({ data }) => packets.push(String(data)));
  socket.addEventListener('close', () => {
    isClosed = true;
  });
  await expect.poll(() => packets.length).toBe(1); // the Engine.IO handshake
  return {
    packets,
    send: (packet: string) => socket.send(packet),
    isClosed: () => isClosed,
    close: () => socket.close(),
  };
}

async function expectPlay(): Promise<void> {
  const { gameId, south, north } = await aGame(app.url).started();
  expect((await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' })).ok).toBe(true);
  for (const guest of [south, north]) guest.close();
}

test('a second CONNECT before the first is answered closes only its connection', async () => {
  const stranger = await rawSocket();
  for (const packet of ['40', '40']) stranger.send(packet);
  await expect.poll(stranger.isClosed).toBe(true);
  await expectPlay();
});

test('a second CONNECT after the first is answered closes only its connection', async () => {
  const stranger = await rawSocket();
  stranger.send('40');
  await expect.poll(() => stranger.packets.at(-1)).toMatch(/^40\{/);
  stranger.send('40{}');
  await expect.poll(stranger.isClosed).toBe(true);
  await expectPlay();
});

test('a CONNECT after a DISCONNECT closes only its connection', async () => {
  const stranger = await rawSocket();
  stranger.send('40');
  await expect.poll(() => stranger.packets.at(-1)).toMatch(/^40\{/);
  stranger.send('41');
  await turn();
  stranger.send('40');
  await expect.poll(stranger.isClosed).toBe(true);
  await expectPlay();
});

test('a connection to another namespace is refused once and then closed', async () => {
  const stranger = await rawSocket();
  stranger.send('40/other,{}');
  await expect.poll(() => stranger.packets.at(-1)).toBe('44/other,{"message":"Invalid namespace"}');
  stranger.send('40');
  await expect.poll(stranger.isClosed).toBe(true);
  await expectPlay();
});
