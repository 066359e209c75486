import { DEFAULT_NOTIFICATION_CHOICES, HOUR_MS, MINUTE_MS } from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { beforeAll, expect, test } from 'vitest';
import type { RunningApp } from '../compose.ts';
import { createMailStore } from '../store/mails.ts';
import { startNode, useDatabase } from '../testing/app.ts';
import { useFaults } from '../testing/faults.ts';
import { openMailbox } from '../testing/mailbox.ts';
import { createVirtualTime } from '../testing/time.ts';

const database = useDatabase();
const faults = useFaults();
const time = createVirtualTime({ speed: 1 });

let mailbox: Awaited<ReturnType<typeof openMailbox>>;
/** Closed by the first test. */
let first: RunningApp;
let other: RunningApp;
beforeAll(async () => {
  mailbox = await openMailbox();
  const mail = { smtpUrl: mailbox.smtpUrl, from: 'Terrace <terrace@terrace.example>' };
  const external = { publicUrl: 'https://terrace.example', mail, providers: {} };
  const start = () => startNode(database.url, { scheduler: time.scheduler, log: faults.log, external });
  first = await start();
  other = await start();
  return async () => {
    await other.close();
    time.stop();
    await mailbox.close();
  };
});

type Member = Awaited<ReturnType<typeof memberAt>>;

async function reachable({ url }: RunningApp) {
  const member = await memberAt(url);
  const email = `${member.player.id.toLowerCase()}@mail.example`;
  const where = { playerId: member.player.id };
  await database.prisma.user.update({ where, data: { email, emailVerified: true } });
  const body = { ...DEFAULT_NOTIFICATION_CHOICES, mail: 'immediate' };
  await request(url, '/api/me/notification-choices', { method: 'PUT', cookie: member.cookie, body });
  return { ...member, email };
}

const start = (url: string, south: Member, north: Member) => aGame(url).days(7).among(south, north).started();
const mailsTo = (players: readonly { readonly email: string }[]) => () =>
  players.map(({ email }) => mailbox.emailsTo(email).length);

test('two nodes send each mail once, and the second one continues when the first one ends', {
  timeout: 60_000,
}, async () => {
  const here = [await reachable(first), await reachable(first)] as const;
  const there = [await reachable(other), await reachable(other)] as const;
  const players = [here[0], there[0]];
  await start(first.url, ...here);
  await start(other.url, ...there);
  const waiting = { playerId: { in: players.map(({ player }) => player.id) }, NOT: { mailAt: null } };
  await expect.poll(() => database.prisma.notification.count({ where: waiting })).toBe(2);
  time.jump(HOUR_MS); // once, so that no lease ends while a mail is sent
  await expect.poll(mailsTo(players)).toEqual([1, 1]);

  mailbox.refuse(451);
  await start(other.url, ...there);
  await expect.poll(time.jumping(20 * MINUTE_MS, mailbox.refused)).toBeGreaterThan(0);
  await first.close();
  mailbox.refuse(undefined);
  await expect.poll(time.jumping(MINUTE_MS, mailsTo(players))).toEqual([1, 2]);
  time.jump(2 * HOUR_MS);
  const last = await reachable(other);
  await start(other.url, last, there[1]);
  await expect.poll(time.jumping(MINUTE_MS, mailsTo([last]))).toEqual([1]);
  expect(mailsTo(players)()).toEqual([1, 2]);
  faults.take();
});

test('of two nodes that take the mail of a player at once, one sends it', async () => {
  const player = await reachable(other);
  const where = { playerId: player.player.id };
  const mails = createMailStore(database.prisma);
  const now = time.now();
  const data = { ...where, key: 'security:test', kind: 'security', at: new Date(now), mailAt: new Date(now) };
  await database.prisma.notification.create({ data: { ...data, details: { kind: 'security', change: 'password' } } });
  const take = (at: number) =>
    mails.take(player.player.id, { now: at, mailedBefore: at - HOUR_MS, until: at + MINUTE_MS }, 10);
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(now)));
  const [sent, ...more] = taken.filter((each) => each !== undefined);
  expect([sent?.notifications.length, more]).toEqual([1, []]);
  const later = await take(now + MINUTE_MS);
  expect(later?.key).toBe(sent?.key);
});
