import { open, rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { errorCode, StartError } from '../runtime/errors.ts';

export const STANDARD_STREAM = '-';

/** Writes a new file readable only by its owner; `-` is standard output. Removes an incomplete file. */
export async function writeNewFile<T>(file: string, write: (sink: Writable) => Promise<T>): Promise<T> {
  if (file === STANDARD_STREAM) return write(process.stdout).catch(explain(file));
  const handle = await open(file, 'wx', 0o600).catch(explain(file));
  try {
    return await write(handle.createWriteStream({ flush: true })); // flushed to disk before success is reported
  } catch (error) {
    await rm(file, { force: true });
    return explain(file)(error);
  }
}

export async function openFile(file: string): Promise<Readable> {
  if (file === STANDARD_STREAM) return process.stdin;
  const handle = await open(file).catch(explain(file));
  if (!(await handle.stat()).isDirectory()) return handle.createReadStream();
  await handle.close();
  throw new StartError(`${file} is a folder, not a file.`);
}

const explain =
  (file: string) =>
  (error: unknown): never => {
    const name = file === STANDARD_STREAM ? 'standard output' : file;
    switch (errorCode(error)) {
      case 'EEXIST':
        throw new StartError(`${name} already exists. Choose another file name.`);
      case 'ENOENT':
        throw new StartError(`${name} does not exist.`);
      case 'ENOSPC':
      case 'EPIPE':
      case 'EACCES':
      case 'EISDIR':
      case 'ENOTDIR':
      case 'EROFS':
      case 'EDQUOT':
      case 'EFBIG':
      case 'EIO':
        throw new StartError(`${name} cannot be used: ${errorCode(error)}.`, { cause: error });
      default:
        throw error;
    }
  };
