import { mkdir } from 'node:fs/promises';
import { errorCode, StartError } from '../runtime/errors.ts';

/** Makes the data folder if it is not there. Root's can be passed, not listed: its Postgres runs as another user. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be made (${errorCode(error)}): set DATA_DIR to another place.`,
    );
  }
}
