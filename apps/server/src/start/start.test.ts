import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openTcpProxy } from '@terrace/testing/tcp-proxy';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseOfTest } from '../../../../tools/testing/database.ts';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { childrenOf, isRunning } from '../../../../tools/testing/processes.ts';
import { type ServerProcess, serverProcess } from '../../../../tools/testing/server.ts';
import { isStartError } from '../runtime/errors.ts';
import { createNodeLock } from '../store/node-lock.ts';
import { readEnv } from './env.ts';
import { createLog } from './log.ts';
import { startServer } from './server.ts';

const slow = { timeout: 60_000 };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const started: ServerProcess[] = [];

// One data folder for all tests, as for a user: only the first start creates a database.
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  for (const server of started) server.kill('SIGTERM');
  await Promise.all(started.map((server) => server.ended));
  await folder.remove();
});

function start(settings: NodeJS.ProcessEnv = {}): ServerProcess {
  const server = serverProcess({ DATA_DIR: folder.path, ...settings });
  started.push(server);
  return server;
}

/** The error sentence of a failed start in this process, as `main.ts` prints it. */
async function startError(settings: NodeJS.ProcessEnv): Promise<string> {
  const running: (() => Promise<void> | void)[] = [];
  const attempt = async () =>
    startServer({
      env: readEnv({ PORT: '0', PARTS: 'play,jobs', DATA_DIR: folder.path, ...settings }),
      log: createLog('error'),
      onProgress: () => undefined,
      onStarted: (stop) => void running.push(stop),
      onReplaced: () => expect.unreachable(),
      signal: new AbortController().signal,
      patienceMs: 0,
    });
  const outcome = await attempt().catch((error: unknown) => error);
  for (const stop of running.toReversed()) await stop();
  if (!isStartError(outcome)) throw new Error('the start did not fail with a StartError', { cause: outcome });
  expect(outcome.message).not.toContain('\n');
  return outcome.message;
}

describe('a start that cannot succeed says why in one sentence', slow, () => {
  test.each([
    [{ PORT: 'abc' }, 'The setting PORT must be a whole number from 0 to 65535.'],
    [{ HOST: '192.0.2.1' }, /^HOST is 192.0.2.1, which is not an address of this machine/],
    [{ DATA_DIR: '/dev/null/data' }, /^The data folder \/dev\/null\/data cannot be created \(ENOTDIR\)/],
    [{ DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/d' }, /^No Postgres answers at 127.0.0.1:1/],
  ])('%j', async (settings, expected) => {
    const message = await startError(settings);
    if (typeof expected === 'string') expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });

  test('a port in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, 'localhost', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    expect(await startError({ PORT: String(port) })).toMatch(`Port ${port} is already in use`);
    const mail = {
      SMTP_URL: 'smtp://127.0.0.1',
      MAIL_FROM: 'a@b.example',
      PUBLIC_URL: 'http://b.example',
      MAIL_IN_HOST: 'localhost',
      MAIL_IN_DOMAIN: 'b.example',
    };
    expect(await startError({ ...mail, MAIL_IN_PORT: String(port) })).toMatch(`such as MAIL_IN_PORT=${port + 1}`);
    other.close();
  });

  test('a wrong password and a missing database', async () => {
    const url = await databaseOfTest();
    const stranger = new URL(url);
    stranger.password = 'guessed';
    expect(await startError({ DATABASE_URL: stranger.href })).toMatch(/rejects the user "terrace" of DATABASE_URL/);
    const elsewhere = new URL(url);
    elsewhere.pathname = '/nowhere';
    expect(await startError({ DATABASE_URL: elsewhere.href })).toMatch(/has no database "nowhere"/);
  });
});

describe('with the built-in Postgres, started again and again', slow, () => {
  const rows: string[] = [];
  let latest: ServerProcess | undefined;

  /** The server that the test before has left running, or a new one. */
  async function running(settings: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    latest ??= start(settings);
    await latest.address();
    return latest;
  }

  async function kill(server: ServerProcess): Promise<void> {
    server.kill('SIGKILL');
    await server.ended;
    latest = undefined;
  }

  /** Adds a row. Each start must find those of the starts before. */
  async function addRow(what: string): Promise<void> {
    await query('create table if not exists kept (n serial, what text)');
    expect(await query('select what from kept order by n')).toEqual(rows.map((each) => ({ what: each })));
    await query(`insert into kept (what) values ('${what}')`);
    rows.push(what);
  }

  test('the start prints its steps and its address, and a second server does not start in the data folder', async () => {
    const server = await running();
    expect((await fetch(`${await server.address()}/health`)).status).toBe(200);
    expect(server.output()).toMatch(
      /^Starting Postgres in .*\nApplied \d+ migrations\nNotifications: push on, .*\nTerrace is at http:\/\/localhost:\d+\n$/,
    );
    for (const secret of ['session.secret', 'postgres.password']) {
      expect((await stat(join(folder.path, secret))).mode & 0o077).toBe(0); // not readable for other users
    }
    await addRow('before the kill of the server');
    const second = start(); // a separate process, to check that it prints no stack trace
    expect(await second.ended).toBe(78);
    expect(second.output()).toBe(
      `The data folder ${folder.path} is in use by another Terrace server (process ${server.pid}): stop that one, or set DATA_DIR to another folder.\n`,
    );
  });

  test('kill -9 of the server also ends its Postgres', async () => {
    const server = await running();
    const { pid } = await postmaster();
    await kill(server);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('the next start loses no row, nor does the one after a kill -9 of the server and its Postgres', async () => {
    const server = await running();
    await addRow('before the kill of both');
    const { pid } = await postmaster();
    for (const each of [server.pid, pid]) process.kill(each, 'SIGKILL');
    await kill(server);
    await running({ LOG_LEVEL: 'info' });
    await addRow('after the kill of both');
  });

  test('a Postgres that dies is restarted and the restart is logged', async () => {
    const server = await running({ LOG_LEVEL: 'info' });
    await addRow('before the death of Postgres');
    const dead = await postmaster();
    process.kill(dead.pid, 'SIGKILL');
    await server.printed(/Postgres stopped unexpectedly(.|\n)*Postgres is running again/);
    expect((await postmaster()).pid).not.toBe(dead.pid);
    await addRow('after the death of Postgres');
  });

  test('a start stops the Postgres of a server that was killed with its watching shell, and Ctrl-C ends its own', async () => {
    const killed = await running();
    const orphan = await postmaster();
    for (const shell of childrenOf(killed.pid, 'sh')) process.kill(shell, 'SIGKILL');
    await kill(killed);
    expect(isRunning(orphan.pid)).toBe(true);
    const server = await running({ PARTS: 'play,jobs' });
    expect(server.output()).toContain(
      `Stopping the Postgres that a killed server left running (process ${orphan.pid})`,
    );
    expect(isRunning(orphan.pid)).toBe(false);
    await addRow('after the orphan');
    const children = childrenOf(server.pid);
    expect(children).toContain((await postmaster()).pid);
    server.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(children.filter(isRunning)).toEqual([]);
    await expect(postmaster()).rejects.toThrow('ENOENT');
  });

  test('Ctrl-C during the start also leaves nothing running', async () => {
    const server = start();
    await server.printed(/Starting Postgres/);
    server.kill('SIGINT');
    expect(await server.ended).toBe(0);
    await expect(postmaster()).rejects.toThrow('ENOENT');
  });
});

test(
  'with DATABASE_URL no Postgres is started, and a server stops with a message if another took its place',
  slow,
  async () => {
    const url = await databaseOfTest();
    const proxy = await openTcpProxy(url);
    const server = start({ DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' });
    await server.address();
    expect(server.output()).not.toMatch('Starting Postgres');
    await expect(postmaster()).rejects.toThrow('ENOENT');
    expect(await startError({ DATABASE_URL: url })).toBe(
      'Another Terrace server uses this database, and the two cannot reach each other: stop the other one, or set REDIS_URL to the same Redis on both.',
    );

    proxy.disconnect();
    const other = createNodeLock({
      databaseUrl: url,
      isShared: false,
      reportError: (error) => expect.unreachable(String(error)),
    });
    expect(await other.acquire(30_000)).toBe(true);
    proxy.reconnect();
    expect(await server.ended).toBe(78);
    expect(server.output()).toMatch(
      /\nAnother server has taken the place of this one on the database, so this one stops.\n$/,
    );
    await other.close();
    proxy.close();
  },
);

async function postmaster(): Promise<{ pid: number; port: string }> {
  const [pid, , , port = ''] = (await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return { pid: Number(pid), port };
}

async function query(sql: string): Promise<unknown[]> {
  const password = await readFile(join(folder.path, 'postgres.password'), 'utf8');
  const { port } = await postmaster();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'terrace',
    password,
    database: 'terrace',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
