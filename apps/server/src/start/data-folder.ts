import { mkdir } from 'node:fs/promises';
import { errorCode, StartError } from '../runtime/errors.ts';

/** Creates a missing data folder. Root's is traversable but not listable, because its Postgres runs as another user. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be created (${errorCode(error)}): set DATA_DIR to another folder.`,
    );
  }
}
