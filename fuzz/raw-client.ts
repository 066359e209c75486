import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { ownAddress } from '@terrace/testing/address';
import type { RawConnection } from './raw-connections.ts';

/** The server may not answer at all, so the client waits only this long. */
const ANSWER_MS = 100;

async function answered(socket: Socket): Promise<void> {
  const tooLate = AbortSignal.timeout(ANSWER_MS);
  await Promise.race([once(socket, 'data', { signal: tooLate }), once(socket, 'close', { signal: tooLate })]).catch(
    () => undefined,
  );
}

/** Opens a connection and sends all chunks. @returns the connection if it stays open */
export async function sendConnection(url: string, connection: RawConnection): Promise<Socket | undefined> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined); // the server may close it at any time
  socket.on('data', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = `${connection.request}X-Forwarded-For: ${ownAddress()['x-forwarded-for']}\r\n\r\n`;
  const [first, ...rest] = connection.isEager ? connection.chunks : [undefined, ...connection.chunks];
  socket.write(Buffer.concat([Buffer.from(head), ...(first ? [first] : [])]));
  await answered(socket);
  for (const chunk of rest) {
    if (chunk === undefined || socket.destroyed) break;
    socket.write(chunk);
    await turn();
  }
  if (!socket.destroyed) await answered(socket);
  if (connection.end === 'stay') return socket;
  if (connection.end === 'reset') socket.resetAndDestroy();
  else if (connection.end === 'half-close') socket.end();
  else socket.destroy();
  if (connection.end === 'half-close') await answered(socket);
  socket.destroy();
  await closed;
  return undefined;
}
