import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder that the system user of Postgres can enter. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'terrace-'));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true }) };
}
