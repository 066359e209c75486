import { DAY_MS, HOUR_MS } from '@terrace/protocol';
import { connect, guestAt } from '@terrace/testing/client';
import { memberAt } from '@terrace/testing/members';
import { expect, test, vi } from 'vitest';
import { useTestApp } from '../testing/app.ts';

vi.setConfig({ testTimeout: 120_000 });

const app = useTestApp();
const { database, time } = app;

test('expired sessions end with their push subscriptions, and guests who did nothing are forgotten', async () => {
  const { prisma } = database;
  const [idle, host, blocked, online, member] = [
    await guestAt(app.url),
    await guestAt(app.url),
    await guestAt(app.url),
    await guestAt(app.url),
    await memberAt(app.url),
  ];
  await host.create({ time: null }, 'south');
  await member.request('chat:block', { playerId: blocked.player.id, on: true });
  for (const one of [idle, host, blocked, member]) one.close();
  const session = await prisma.session.findFirstOrThrow({ where: { user: { playerId: member.player.id } } });
  const push = { id: 'push', playerId: member.player.id, endpoint: 'https://push.example/1', p256dh: '', auth: '' };
  const added = { ...push, device: 'Firefox', createdAt: new Date(), sessionId: session.id };
  await prisma.pushSubscription.create({ data: added });
  const past = new Date(Date.now() - 40 * DAY_MS);
  await prisma.session.update({ where: { id: session.id }, data: { expiresAt: new Date(Date.now() - HOUR_MS) } });
  await prisma.player.updateMany({ data: { createdAt: past } });

  const rowOf = ({ player }: typeof idle) => prisma.player.count({ where: { id: player.id } });
  await expect
    .poll(
      time.advancing(HOUR_MS, () => rowOf(idle)),
      { timeout: 60_000 },
    )
    .toBe(0);
  expect(await Promise.all([host, blocked, online].map(rowOf))).toEqual([1, 1, 1]);
  expect(await prisma.player.count({ where: { id: member.player.id } })).toBe(1);
  expect([await prisma.session.count(), await prisma.pushSubscription.count()]).toEqual([0, 0]);

  const again = await connect(app.url, idle.cookie); // the cookie still works
  expect(await rowOf(idle)).toBe(1);
  again.close();
  online.close();
});
