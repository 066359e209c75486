import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** Where a cluster that keeps its data in this folder takes orders. */
const controlOf = (folder: string): string => join(folder, 'control');

/** Lets other processes of this user restart a cluster, one after the other; each is told how it goes. */
export async function openControl(folder: string, restart: (onProgress: (step: string) => void) => Promise<void>) {
  let before = Promise.resolve();
  const server = createServer((socket) => {
    const say = (step: string) => void socket.write(`${step}\n`);
    socket.on('error', () => undefined);
    before = before.then(() => restart(say)).catch((error: unknown) => say(String(error)));
    void before.then(() => socket.end());
  });
  await rm(controlOf(folder), { force: true });
  server.listen(controlOf(folder));
  await once(server, 'listening');
  return {
    close: (): void => void server.close(),
  };
}

/** Has the cluster of a folder restarted. @returns what it says as it goes; undefined when none runs there */
export async function askForRestart(folder: string): Promise<Socket | undefined> {
  const socket = connect(controlOf(folder));
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}
