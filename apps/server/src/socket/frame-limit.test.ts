import { once } from 'node:events';
import { openTcp, WEBSOCKET_UPGRADE } from '@terrace/testing/raw-http';
import { expectNothingUncaught } from '@terrace/testing/uncaught';
import { expect, test } from 'vitest';
import { frameBytes, OPCODE, textFrame } from '../../../../fuzz/websocket-frames.ts';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();
expectNothingUncaught();

async function webSocket() {
  const socket = openTcp(app.url);
  socket.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: here\r\n${WEBSOCKET_UPGRADE}`);
  await once(socket, 'data');
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  socket.write(textFrame('40'));
  await expect.poll(() => received).toContain('40{');
  return { socket, received: () => received };
}

const control = (opcode: number) => frameBytes({ opcode, payload: Buffer.from('x') });
const FLOODS: readonly (readonly [string, Buffer])[] = [
  ['pongs of Engine.IO', textFrame('3')],
  ['pings of WebSocket', control(OPCODE.ping)],
  ['pongs of WebSocket', control(OPCODE.pong)],
  ['acknowledgements that are not expected', textFrame('431[]')],
];

test.each(FLOODS)('a connection with too many %s is closed', async (_, frame) => {
  const { socket } = await webSocket();
  const closed = once(socket, 'close');
  socket.write(Buffer.concat(Array.from({ length: 3_000 }, () => frame)));
  await closed;
});

test.each(FLOODS)('a connection with many %s stays open', async (_, frame) => {
  const { socket, received } = await webSocket();
  socket.write(Buffer.concat(Array.from({ length: 1_000 }, () => frame)));
  socket.write(textFrame('427["time:now",{}]'));
  await expect.poll(received).toContain('437[{"ok":true');
  socket.destroy();
});

test('a connection that sends a message in too many fragments is closed', async () => {
  const { socket } = await webSocket();
  const closed = once(socket, 'close');
  const piece = (opcode: number) => frameBytes({ opcode, payload: Buffer.alloc(0), fin: false });
  socket.write(Buffer.concat([piece(OPCODE.text), ...Array.from({ length: 200 }, () => piece(OPCODE.continuation))]));
  await closed;
});
