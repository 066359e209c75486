import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export function openTcp(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined); // a server may reset it
  return socket;
}

/** Sends raw bytes. @returns everything the server sent before it closed the connection */
export function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = openTcp(url);
  socket.write(bytes);
  return text(socket);
}

/** Sends raw bytes, and resets the connection once the server has received them. */
export async function sendAndReset(url: string, bytes: string): Promise<void> {
  const socket = openTcp(url);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(bytes, resolve));
  socket.resetAndDestroy();
}

/** The header lines that request a WebSocket, and the end of the headers. */
export const WEBSOCKET_UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
