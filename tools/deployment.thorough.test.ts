/** A rolling restart to a later version, attacks, and a backup, with the commands and settings of docs/operate.md. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { replaceServers } from './deployment/replace-servers.ts';
import { watchConnections } from './deployment/testing/connections.ts';
import { type Deployment, deploy } from './deployment/testing/deployment.ts';
import { keepPlaying, openGame, savedMoves } from './deployment/testing/games.ts';
import { composeService } from './deployment/testing/image.ts';
import { buildNext, NEXT_START } from './deployment/testing/versions.ts';
import { keepLoading, openVisitor } from './deployment/testing/visitors.ts';
import { root } from './run.ts';

const slow = 900_000;
const SERVERS = 4;
const GAMES = 4;
const PAUSE_MS = 300;
/** With four servers and all players on one machine, a start takes longer than on one that only starts a server. */
const ASK_MS = 3_000;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await deploy({ servers: SERVERS, durable: true });
  return deployment.stop;
}, slow);

test('malformed requests of a client do not keep others from the servers', { timeout: slow }, async () => {
  const { hostname, port } = new URL(deployment.site);
  const attack = Array.from({ length: 200 }, async () => {
    const socket = connect({ host: hostname, port: Number(port), servername: hostname });
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/games HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nnot a chunk\r\n`,
    );
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    await new Promise((resolve) => socket.once('close', resolve));
    return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
  });
  const { ask } = openVisitor(deployment.site);
  const answers = new Set<number>();
  for (let asked = 0; asked < 100; asked += 1) answers.add((await ask('/api/lobby')).status);
  // A server can refuse a request without a session before it has read its body.
  for (const status of await Promise.all(attack)) expect(status).toMatch(/^(?:400|401|502)$/);
  expect(answers).toEqual(new Set([200]));
});

test('a rolling restart to a version with a migration loses no move and breaks no page', {
  timeout: slow,
}, async () => {
  const { site, databaseUrl, servers, built, folder } = deployment;
  const next = await buildNext(built, join(folder, 'next'));
  const over = new AbortController();
  const playing = Array.from({ length: GAMES }, (_, index) =>
    keepPlaying({ site, through: index % 2 === 0 ? 'api' : 'socket', pauseMs: PAUSE_MS, until: over.signal }),
  );
  // Two open pages each, which must move to another server whenever theirs is replaced.
  const open = await Promise.all(Array.from({ length: GAMES }, () => openGame(site, 'socket')));
  const loading = keepLoading(site, PAUSE_MS, over.signal);
  const connections = await watchConnections(databaseUrl);
  await delay(2_000);

  servers.use(next);
  const old = await servers.list();
  const restart = await replaceServers(servers, {
    print: () => undefined,
    wait: () => delay(ASK_MS),
    throwIfStopped: () => undefined,
  }).then(() => 'done', String);
  over.abort();
  const [players, pages, opened] = await Promise.all([Promise.all(playing), loading, connections.stop()]);
  expect(restart).toBe('done');
  const played = players.flatMap((each) => each.played);
  const moves = played.reduce((sum, game) => sum + game.moves, 0);
  const faults = players.flatMap((each) => each.faults);
  const sockets = [...players.map((each) => each.sockets), ...open.map((game) => game.sockets())];
  const moved = sockets.reduce((sum, each) => sum + each.moved, 0);
  const lost = sockets.reduce((sum, each) => sum + each.lost, 0);
  for (const game of open) game.close();
  const figures = { games: played.length, moves, faults: faults.length, moved, lost, pages, opened };
  process.stderr.write(`${JSON.stringify(figures)}\n${deployment.discovery.output()}`);

  const now = await servers.list();
  expect(now).toHaveLength(SERVERS);
  expect(now.filter((id) => old.includes(id))).toEqual([]);
  expect({ faults, broken: pages.broken, lost }).toEqual({ faults: [], broken: [], lost: 0 });
  for (const game of played) expect(await savedMoves(databaseUrl, game.gameId)).toBe(game.moves);
  expect(moves).toBeGreaterThan(10 * GAMES);
  expect(moved).toBeGreaterThanOrEqual(2 * GAMES);
  expect(pages.loaded).toBeGreaterThan(10);
  const [, perServer] =
    /opens up to (\d+) to Postgres/.exec(await readFile(join(root, 'docs/operate.md'), 'utf8')) ?? [];
  expect(opened).toBeLessThanOrEqual((SERVERS + 1) * Number(perServer));
  expect(await (await openVisitor(site).ask('/leaderboard')).text()).toContain(NEXT_START);
});

test('backup and restore with the commands of the guide bring every move back', { timeout: slow }, async () => {
  const { site, databaseUrl, servers, folder } = deployment;
  const game = await openGame(site);
  for (let ply = 0; ply < 4; ply += 1) await game.play();
  const run = (name: string, ...args: readonly string[]) => {
    const words = [...composeService(name).entrypoint, ...args];
    return servers.runService(
      words.map((word) => word.replace(/\/(?:backups|backup-time)\b/g, `${folder}$&`)),
      true,
    );
  };
  await run('backup', '/backups/terrace-1');
  expect(await readFile(join(folder, 'backup-time/terrace.prom'), 'utf8')).toMatch(
    /^terrace_backup_time_seconds \d+\n$/,
  );
  await servers.stop();

  // psql of the image is not installed here.
  const command = composeService('empty-database').entrypoint.join(' ');
  const statements = [...command.matchAll(/-c '([^']+)'/g)].map(([, statement = '']) => statement);
  expect(statements).toEqual(['drop database terrace', 'create database terrace']);
  const other = new URL(databaseUrl);
  other.pathname = '/postgres';
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();

  await run('restore', '/backups/terrace-1');
  expect(await savedMoves(databaseUrl, game.gameId)).toBe(4);
  await servers.grow(SERVERS);
  await expect.poll(() => game.play().catch(String), { timeout: slow }).toBe(true);
});
