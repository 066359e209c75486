import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../runtime/errors.ts';

/** The secret that signs session cookies, created on the first start. Concurrent starts agree on one. */
export async function loadSecret(folder: string): Promise<string> {
  const kept = join(folder, 'session.secret');
  const found = await read(kept);
  if (found !== undefined) return found;
  const draft = `${kept}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    await link(draft, kept);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return readFile(kept, 'utf8');
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
