import { DAY_MS, HOUR_MS, MINUTE_MS } from '@terrace/protocol';
import { memberAt, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { createMailStore } from '../store/mails.ts';
import { useAppWithMail } from '../testing/app-with-mail.ts';

const { app, mailbox } = useAppWithMail();

test('a mail is late from when it could be sent, also after failed attempts, and not in the pause after a mail', async () => {
  const { notification, notificationMail } = app.database.prisma;
  const { id: playerId } = (await memberAt(app.url)).player;
  const mailAt = app.time.now() + DAY_MS; // so that the server of this test does not take it
  const since = async (ms: number) => {
    const found = await createMailStore(app.database.prisma).dueSince(mailAt + ms, HOUR_MS);
    return found === null ? null : found - mailAt;
  };
  const data = { playerId, key: 'chat:1', kind: 'chat', details: { kind: 'chat' } };
  const { id } = await notification.create({ data: { ...data, at: new Date(mailAt), mailAt: new Date(mailAt) } });
  expect([await since(-1), await since(MINUTE_MS)]).toEqual([null, 0]);

  await notificationMail.create({ data: { playerId, retryAt: new Date(mailAt + HOUR_MS) } });
  expect(await since(MINUTE_MS)).toBe(0);

  const lastAt = new Date(mailAt - 10 * MINUTE_MS);
  await notificationMail.update({ where: { playerId }, data: { retryAt: null, lastAt } });
  expect([await since(49 * MINUTE_MS), await since(2 * HOUR_MS)]).toEqual([null, 50 * MINUTE_MS]);

  await notification.update({ where: { id }, data: { kind: 'security' } });
  expect(await since(MINUTE_MS)).toBe(0);
  await notification.delete({ where: { id } });
  expect(await since(2 * HOUR_MS)).toBeNull();
});

test('the metric of late mails grows while the mail server refuses them, and is 0 afterwards', async () => {
  const { player, cookie } = await memberAt(app.url);
  const where = { playerId: player.id };
  await app.database.prisma.user.update({ where, data: { email: 'ann@mail.example', emailVerified: true } });
  mailbox().refuse(451);
  const token = { cookie, body: { name: 'A program', scopes: ['read'] } };
  expect((await request(app.url, '/api/account/tokens', token)).status).toBe(200);
  const lateSeconds = async () =>
    Number(/^terrace_mail_late_seconds (\S+)$/m.exec(String((await request(app.url, '/metrics')).body))?.[1]);
  await expect.poll(app.time.jumping(MINUTE_MS, lateSeconds)).toBeGreaterThan(1800);
  expect(mailbox().emailsTo('ann@mail.example')).toEqual([]);
  expect(app.faults.take()).toHaveLength(1);
  mailbox().refuse(undefined);
  await expect.poll(app.time.jumping(MINUTE_MS, lateSeconds)).toBe(0);
  expect(mailbox().emailsTo('ann@mail.example')).toHaveLength(1);
});

test('a mail that the mail server refuses for three days is given up', async () => {
  const { player, cookie } = await memberAt(app.url);
  const where = { playerId: player.id };
  await app.database.prisma.user.update({ where, data: { email: 'ben@mail.example', emailVerified: true } });
  mailbox().refuse(451);
  const token = { cookie, body: { name: 'A program', scopes: ['read'] } };
  expect((await request(app.url, '/api/account/tokens', token)).status).toBe(200);
  const refused = mailbox().refused();
  await expect.poll(app.time.jumping(MINUTE_MS, mailbox().refused)).toBeGreaterThan(refused);
  const due = () => app.database.prisma.notification.count({ where: { ...where, mailAt: { not: null } } });
  expect(await due()).toBe(1);
  app.time.jump(3 * DAY_MS);
  await expect.poll(app.time.jumping(MINUTE_MS, due)).toBe(0);
  app.faults.take();
  mailbox().refuse(undefined);
});
