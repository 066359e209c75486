import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, sharedFolder } from './binaries.ts';
import { StartError } from './errors.ts';
import { readIfExists } from './read-if-exists.ts';
import { canReach, type SystemUser } from './system-user.ts';

export const superuser = 'terrace';

export type DataDirectory = { path: string; password: string };

type Options = { folder: string; binaries: Binaries; user: SystemUser | undefined; durable: boolean };

/** The database files of a data folder, created on the first start. The caller holds the folder's lock. */
export async function openDataDirectory(options: Options): Promise<DataDirectory> {
  const path = join(options.folder, 'postgres');
  const secret = join(options.folder, 'postgres.password');
  const isThere = (await readIfExists(join(path, 'PG_VERSION'))) !== undefined;
  if (isThere) return { path: await realpath(path), password: await readPassword(secret) };
  const password = randomBytes(24).toString('base64url');
  await writeFile(secret, password, { mode: 0o600 });
  await create(path, password, options);
  return { path: await realpath(path), password };
}

/** Created next to the target and renamed when complete, so an interrupted start leaves no partial database. */
async function create(path: string, password: string, { folder, binaries, user, durable }: Options): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('postgres-')) await rm(join(folder, name), { recursive: true });
  }
  const home = user && !(await canReach(user, folder)) ? sharedFolder : folder;
  await mkdir(home, { recursive: true, mode: 0o755 });
  const staging = await mkdtemp(join(home, 'postgres-'));
  const passwordFile = `${staging}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    if (user) for (const file of [staging, passwordFile]) await chown(file, user.uid, user.gid);
    await initdb(binaries, user, [
      `--pgdata=${staging}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
  } finally {
    await rm(passwordFile);
  }
  if (home === folder) await rename(staging, path);
  else await symlink(staging, path);
}

async function initdb(binaries: Binaries, user: SystemUser | undefined, args: string[]): Promise<void> {
  const child = spawn(binaries.initdb, args, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new StartError(`Postgres could not set up its files: ${lastError(errors)}`);
}

const lastError = (text: string): string => text.match(/(?:error|FATAL): *(.*)/)?.[1] ?? text.trim();

async function readPassword(secret: string): Promise<string> {
  const password = await readIfExists(secret);
  if (password !== undefined) return password;
  throw new StartError(
    `The database's password file ${secret} is missing: restore it, or start with another DATA_DIR.`,
  );
}
