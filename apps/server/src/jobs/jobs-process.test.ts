import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { newName, PASSWORD, request } from '@terrace/testing/members';
import { createTransport } from 'nodemailer';
import { expect, test, vi } from 'vitest';
import { createMailTokens, mailKey } from '../notifications/mail-tokens.ts';
import { SECRET } from '../testing/app.ts';
import { headerOf } from '../testing/mailbox.ts';
import { MAIL_DOMAIN, useAppWithJobs } from './testing/process.ts';

vi.setConfig({ testTimeout: 60_000 });

const { app, jobs, mailbox, mailInPort, signal, game } = useAppWithJobs();

const move = (ply: number, from: string, to: string) => ({ type: 'move', ply, from, to }) as const;

/** Waits until the process that replaces the one with this id does its work. */
async function restarted(before: number | undefined): Promise<void> {
  await expect.poll(() => jobs().isUp && jobs().pid !== before).toBe(true);
}

const acceptsMail = (): Promise<boolean> => {
  const socket = connect(mailInPort(), '127.0.0.1');
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'error').then(() => false)]).finally(() =>
    socket.destroy(),
  );
};

const tryListening = (server: Server): Promise<boolean> => {
  server.listen(mailInPort(), '127.0.0.1');
  return once(server, 'listening').then(
    () => true,
    () => false,
  );
};

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'moves go on after %s to the process of the jobs, and each notification arrives once after its restart',
  async (name) => {
    const { gameId, south, north, keysOf } = await game();
    const { pid } = jobs();
    signal(name);
    await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
    await north.commandOrThrow(gameId, move(2, 'e7', 'e6'));
    await south.requestOrThrow('chat:say', { gameId, text: 'Good luck!' });
    await restarted(pid);
    await expect.poll(() => keysOf(south).length + keysOf(north).length).toBe(3);
    await south.commandOrThrow(gameId, move(3, 'd3', 'd4'));
    await expect.poll(() => keysOf(north)).toHaveLength(2);
    const all = [...keysOf(south), ...keysOf(north)];
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((key) => key.startsWith('turn:'))).toHaveLength(3);
    expect(jobs().pid).not.toBe(pid);
  },
);

test('while the process is down, mails about accounts wait', async () => {
  await jobs().untilUp();
  await expect.poll(acceptsMail).toBe(true);
  const { pid } = jobs();
  signal('SIGSTOP');
  const email = 'waiting@mail.example';
  const signedUp = await request(app.url, '/api/account/sign-up', {
    body: { name: newName(), password: PASSWORD, email },
  });
  expect(signedUp.status).toBe(200);
  await restarted(pid);
  expect((await mailbox().emailTo(email)).text).toContain('https://terrace.example/login#confirm=');
  await expect.poll(acceptsMail).toBe(true);
  await expect.poll(() => app.database.prisma.errand.count()).toBe(0);
  expect(mailbox().emailsTo(email)).toHaveLength(1);
});

test('when Postgres ends all connections, no process ends, and each notification arrives once', async () => {
  const { gameId, south, north, keysOf } = await game();
  await jobs().untilUp();
  const { pid } = jobs();
  /** Those of play, of the lock and of the jobs. */
  const endConnections = () =>
    app.database.prisma.$queryRaw`
      select pg_terminate_backend(pid)::text from pg_stat_activity
      where application_name <> 'terrace command' and datname = current_database() and pid <> pg_backend_pid()`;
  const where = (ply: number) => ({ gameId, event: { path: ['ply'], equals: ply } });
  const play = (player: typeof south, ply: number, from: string, to: string) =>
    expect
      .poll(async () => {
        await player.command(gameId, move(ply, from, to));
        return app.database.prisma.gameEvent.count({ where: where(ply) });
      })
      .toBe(1);
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  for (let times = 0; times < 10; times += 1) await endConnections();
  await play(north, 2, 'e7', 'e6');
  await endConnections();
  await play(south, 3, 'd3', 'd4');
  await expect.poll(() => app.database.prisma.outbox.count(), { timeout: 45_000 }).toBe(0);
  await expect.poll(() => keysOf(north).at(-1)).toContain(`turn:${gameId}:4`);
  const all = [...keysOf(south), ...keysOf(north)];
  expect(new Set(all).size).toBe(all.length);
  expect(jobs().pid).toBe(pid);
});

test('a reply by mail is executed by play, and answered by the process', async () => {
  const { gameId, south } = await game();
  await jobs().untilUp();
  const email = `${south.player.id.toLowerCase()}@mail.example`;
  const where = { playerId: south.player.id };
  await app.database.prisma.user.update({ where, data: { email, emailVerified: true } });
  const seq = await app.database.prisma.gameEvent.count({ where: { gameId } });
  const address = createMailTokens(mailKey(SECRET)).reply({ gameId, side: 'south', seq }, south.player.id);
  const transport = createTransport({ host: '127.0.0.1', port: mailInPort(), ignoreTLS: true });
  await transport.sendMail({ from: email, to: `play+${address}@${MAIL_DOMAIN}`, subject: 'Re', text: 'd2-d3' });
  expect(headerOf(await mailbox().emailTo(email), 'Auto-Submitted')).toBe('auto-replied');
  const moves = { gameId, event: { path: ['type'], equals: 'moved' } };
  expect(await app.database.prisma.gameEvent.count({ where: moves })).toBe(1);
});

test('the process does its work while the port for mails is in use, and opens it later', async () => {
  const { gameId, south, north, keysOf } = await game();
  await jobs().untilUp();
  await expect.poll(acceptsMail).toBe(true);
  const { pid } = jobs();
  signal('SIGKILL');
  const other = createServer((socket) => socket.destroy());
  await expect.poll(() => tryListening(other)).toBe(true); // before the next process has loaded its modules
  await restarted(pid);
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => keysOf(north).at(-1)).toContain(`turn:${gameId}:2`);
  const next = jobs().pid;
  other.close();
  await expect.poll(acceptsMail).toBe(true);
  expect(jobs().pid).toBe(next);
});

test('a server stops in time while a push is being sent, and leaves it in the table', async () => {
  const { gameId, south, north } = await game();
  await jobs().untilUp();
  north.browser.hangs = true;
  await south.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  await expect.poll(() => north.browser.requests).toBe(1);
  const { pid } = jobs();
  await jobs().close();
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
  const where = { gameId, playerId: north.player.id, kind: 'turn' };
  const [{ pending } = { pending: null }] = await app.database.prisma.notification.findMany({ where });
  expect(pending).toEqual(['push']);
});
