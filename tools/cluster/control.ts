import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

const controlOf = (folder: string): string => join(folder, 'control');

/** Lets other processes of this user restart the cluster, one at a time. Each receives the progress. */
export async function openControl(folder: string, restart: (onProgress: (step: string) => void) => Promise<void>) {
  let before = Promise.resolve();
  const server = createServer((socket) => {
    const sendProgress = (step: string) => void socket.write(`${step}\n`);
    socket.on('error', () => undefined);
    before = before.then(() => restart(sendProgress)).catch((error: unknown) => sendProgress(String(error)));
    void before.then(() => socket.end());
  });
  await rm(controlOf(folder), { force: true });
  server.listen(controlOf(folder));
  await once(server, 'listening');
  return {
    close: (): void => void server.close(),
  };
}

/** Requests a restart of the cluster in a folder. @returns its progress; undefined if no cluster runs there */
export async function requestRestart(folder: string): Promise<Socket | undefined> {
  const socket = connect(controlOf(folder));
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}
