import { createServer } from 'node:net';
import { errorCode, StartError } from '../errors.ts';

/** Finds out early whether the port can be had, before anything slow is done. */
export async function checkPort(host: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(port, host, resolve);
    });
  } catch (error) {
    throw listenFault(error, host, port);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** What a failure to listen means for the operator; other errors come back as they are. */
export function listenFault(error: unknown, host: string, port: number): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is already in use: stop what uses it, or choose another, as in PORT=${port + 1} npm start.`,
      );
    case 'EACCES':
      return new StartError(`This user may not listen on port ${port}: set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `HOST is ${host}, which is no address of this machine: leave it out, or set it to 0.0.0.0.`,
      );
    default:
      return error;
  }
}
