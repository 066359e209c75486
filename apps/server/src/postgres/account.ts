import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../errors.ts';

/** The system user Postgres runs as when we are root, whom Postgres refuses. */
export type Account = { uid: number; gid: number };

const name = 'postgres';

/**
 * @param cluster the database files, which may not be there yet; once they are, their owner is the one to run as
 * @returns undefined when Postgres can simply run as we do
 */
export async function accountForPostgres(cluster: string, say: (step: string) => void): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = lookUp();
  if (existing) return existing;
  say(`Adding the system user ${name}, since Postgres does not run as root`);
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name], { stdio: 'ignore' });
  const added = lookUp();
  if (added) return added;
  throw new StartError(
    `Postgres does not run as root and there is no user "${name}": add one, start Terrace as an ordinary user, or set DATABASE_URL.`,
  );
}

function lookUp(): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const found = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return found.status === 0 ? Number(found.stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** Whether every folder down to `path` lets the account through; a root home, mode 0700, does not. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const search = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & search) === 0) return false;
  const parent = dirname(path);
  return parent === path || canReach(account, parent);
}
