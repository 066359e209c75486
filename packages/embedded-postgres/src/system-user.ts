import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from './errors.ts';

/** The user for Postgres, which refuses to run as root. */
export type SystemUser = { uid: number; gid: number };

const USER_NAME = 'postgres';

/** The user to run Postgres as; undefined for the current one. @param directory its owner is used if it exists */
export async function findSystemUser(
  directory: string,
  onProgress: (step: string) => void,
): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(directory).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = lookUp();
  if (existing) return existing;
  onProgress(`Adding the system user ${USER_NAME}, since Postgres does not run as root`);
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', USER_NAME], {
    stdio: 'ignore',
  });
  const added = lookUp();
  if (added) return added;
  throw new StartError(
    `Postgres does not run as root and there is no user "${USER_NAME}": add one, start Terrace as an ordinary user, or set DATABASE_URL.`,
  );
}

function lookUp(): SystemUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const found = spawnSync('id', [flag, USER_NAME], { encoding: 'utf8' });
    return found.status === 0 ? Number(found.stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** Whether the user can traverse every folder of `path`; root's home, mode 0700, prevents it. */
export async function canReach(user: SystemUser, path: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const search = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & search) === 0) return false;
  const parent = dirname(path);
  return parent === path || canReach(user, parent);
}
