import {
  DEFAULT_NOTIFICATION_CHOICES,
  type GameId,
  HOUR_MS,
  MINUTE_MS,
  type NotificationChoices,
} from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { expect, test, vi } from 'vitest';
import { nextMinuteOfDay, SPREAD_MINUTES } from '../notifications/times.ts';
import { PUBLIC_URL, useAppWithMail } from '../testing/app-with-mail.ts';
import { type Email, headerOf } from '../testing/mailbox.ts';

vi.setConfig({ testTimeout: 60_000 }); // sign-ups, pictures and mails take seconds on a loaded machine

const { app, mailbox } = useAppWithMail();

type Member = Awaited<ReturnType<typeof memberAt>>;

/** A member with a confirmed address. */
async function reachable(choices: Partial<NotificationChoices> = {}) {
  const member = await memberAt(app.url);
  const email = `${member.player.id.toLowerCase()}@mail.example`;
  const where = { playerId: member.player.id };
  await app.database.prisma.user.update({ where, data: { email, emailVerified: true } });
  await choose(member, choices);
  return { ...member, email };
}

const choose = ({ cookie }: Member, choices: Partial<NotificationChoices>) =>
  request(app.url, '/api/me/notification-choices', {
    method: 'PUT',
    cookie,
    body: { ...DEFAULT_NOTIFICATION_CHOICES, ...choices },
  });

async function gameOf(south: Member, north: Member, days = 7): Promise<GameId> {
  const { gameId } = await aGame(app.url).days(days).among(south, north).started();
  return gameId;
}

const move = (ply: number, from: string, to: string) => ({ type: 'move', ply, from, to }) as const;

/** How many notifications of a player wait for a mail. */
const waiting = ({ player }: Member) =>
  app.database.prisma.notification.count({ where: { playerId: player.id, mailAt: { not: null } } });

/** Advances until the player has `count` mails. */
async function mailsTo({ email }: { readonly email: string }, count: number): Promise<readonly Email[]> {
  await expect.poll(app.time.jumping(MINUTE_MS, () => mailbox().emailsTo(email).length)).toBe(count);
  return mailbox().emailsTo(email);
}

/** Waits until this many notifications of a player wait for a mail. */
const untilWaiting = (member: Member, count: number) => expect.poll(() => waiting(member)).toBe(count);

/** All digests of the next day may be sent. */
const untilDigest = (): void => {
  const now = app.time.now();
  app.time.jump(nextMinuteOfDay('UTC', DEFAULT_NOTIFICATION_CHOICES.digestHour * 60 + SPREAD_MINUTES, now) - now);
};

/** Time passes, and all that is due by then is mailed: mails that became due later come later. */
async function pass(ms: number): Promise<void> {
  app.time.jump(ms);
  const last = await reachable({ mail: 'immediate' });
  await gameOf(last, await memberAt(app.url));
  await mailsTo(last, 1);
}

test('turns of a day come in one mail at the digest hour, as text and HTML with the position', async () => {
  untilDigest(); // so that the next one is a day away
  const [ann, ben] = [await reachable(), await memberAt(app.url)];
  const first = await gameOf(ann, ben, 14); // more than a week, so that the mail names the date
  const second = await gameOf(ann, ben, 14);
  await untilWaiting(ann, 2);
  await pass(MINUTE_MS);
  expect(mailbox().emailsTo(ann.email)).toEqual([]);
  untilDigest();
  const [mail] = await mailsTo(ann, 1);
  if (mail === undefined) throw new Error('no mail');
  expect(mail.parsed.subject).toBe("It's your turn in 2 games");
  for (const id of [first, second]) {
    expect(mail.text).toContain(`${PUBLIC_URL}/game/${id}`);
    expect(mail.parsed.html).toContain(`src="cid:${id}@board"`);
  }
  expect(mail.text).toMatch(/Move by \w+ \d+, (\d+, )?\d\d:\d\d \(UTC\)\./);
  expect(
    mail.text.split('\n').filter((line) => line.length > 77 && !line.startsWith('http') && !line.includes(': http')),
  ).toEqual([]);
  const pictures = mail.parsed.attachments.map(({ mimeType, contentId }) => [mimeType, contentId]);
  expect(pictures).toEqual([first, second].map((id) => ['image/png', `<${id}@board>`]));
  expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(headerOf(mail, 'Reply-To')).toBeUndefined();
  await expect.poll(() => waiting(ann)).toBe(0);

  await pass(3 * HOUR_MS);
  expect(mailbox().emailsTo(ann.email)).toHaveLength(1);
});

test('a mail names the last move in words and in notation, in the language of the player', async () => {
  const [ann, ben] = [await memberAt(app.url), await reachable({ mail: 'immediate' })];
  await request(app.url, '/api/me/preferences', { method: 'PUT', cookie: ben.cookie, body: { language: 'de' } });
  const gameId = await gameOf(ann, ben);
  await ann.commandOrThrow(gameId, move(1, 'd2', 'd3'));
  const [mail] = await mailsTo(ben, 1);
  expect(mail?.parsed.subject).toBe(`Du bist am Zug: ${ann.player.name} – ${ben.player.name}`);
  expect(mail?.text).toContain(`Hallo ${ben.player.name},`);
  expect(mail?.text).toMatch(/Letzter Zug: \S*d2\S*d3\. Süd/);
  expect(mail?.parsed.html).toContain('<html lang="de">');
});

test('immediate mails are at most one an hour, and the next one has all that happened since', async () => {
  const [ann, ben] = [await reachable({ mail: 'immediate' }), await memberAt(app.url)];
  await gameOf(ann, ben);
  await mailsTo(ann, 1);
  await gameOf(ann, ben);
  await gameOf(ann, ben);
  await untilWaiting(ann, 2);
  await pass(40 * MINUTE_MS);
  expect(mailbox().emailsTo(ann.email)).toHaveLength(1);
  const [, second] = await mailsTo(ann, 2);
  expect(second?.parsed.subject).toBe("It's your turn in 2 games");
});

test('a mail omits what was read or no longer applies, and without news none is sent', async () => {
  const [ann, ben] = [await reachable(), await reachable()];
  const [read, moved] = [await gameOf(ann, ben), await gameOf(ann, ben)];
  await untilWaiting(ann, 2);
  await request(app.url, '/api/me/notifications/read', { cookie: ann.cookie, body: { which: { gameId: read } } });
  await ann.commandOrThrow(moved, move(1, 'd2', 'd3'));
  await untilWaiting(ben, 1);
  untilDigest();
  await mailsTo(ben, 1);
  await untilWaiting(ann, 0);
  expect(mailbox().emailsTo(ann.email)).toEqual([]);
});

test('mail goes only to confirmed addresses', async () => {
  const [ann, ben] = [await reachable({ mail: 'immediate' }), await memberAt(app.url)];
  await app.database.prisma.user.update({ where: { playerId: ann.player.id }, data: { emailVerified: false } });
  await gameOf(ann, ben);
  await pass(HOUR_MS);
  expect(mailbox().emailsTo(ann.email)).toEqual([]);
  const test = { cookie: ann.cookie, body: { channel: 'mail' } };
  expect(await request(app.url, '/api/me/notifications/test', test)).toMatchObject({
    status: 409,
    body: { refusal: { code: 'no-confirmed-address' } },
  });
});

test('a mail is sent once when the mail server comes back, and under one Message-ID when a reply was lost', async () => {
  const [ann, ben] = [await reachable({ mail: 'immediate' }), await memberAt(app.url)];
  mailbox().refuse(451);
  await gameOf(ann, ben);
  await expect.poll(app.time.jumping(MINUTE_MS, mailbox().refused)).toBe(3);
  expect(mailbox().emailsTo(ann.email)).toEqual([]);
  expect(app.faults.take()).toHaveLength(1);
  mailbox().refuse(undefined);
  mailbox().loseReplies(1);
  const [first, again] = await mailsTo(ann, 2);
  expect(first?.parsed.messageId).toBeDefined();
  expect(again?.parsed.messageId).toBe(first?.parsed.messageId);
  expect(again?.parsed.subject).toBe(first?.parsed.subject);
  await pass(3 * HOUR_MS);
  expect(mailbox().emailsTo(ann.email)).toHaveLength(2);
});

test('a mail about the account does not use up the hour of other mails', async () => {
  const ann = await reachable({ mail: 'immediate' });
  const token = { cookie: ann.cookie, body: { name: 'A program', scopes: ['read'] } };
  expect((await request(app.url, '/api/account/tokens', token)).status).toBe(200);
  await mailsTo(ann, 1);
  await expect.poll(() => waiting(ann)).toBe(0);
  await gameOf(ann, await memberAt(app.url));
  await untilWaiting(ann, 1);
  app.time.jump(MINUTE_MS);
  await expect.poll(() => mailbox().emailsTo(ann.email).length).toBe(2);
});

test('quiet hours delay a mail, and a mail about the account waits for neither them nor the hour', async () => {
  const ann = await reachable({ mail: 'immediate' });
  const minute = new Date(app.time.now()).getUTCHours() * 60;
  await choose(ann, { mail: 'immediate', quiet: { from: minute, to: (minute + 180) % 1440 } });
  const ben = await memberAt(app.url);
  await gameOf(ann, ben);
  const token = { cookie: ann.cookie, body: { name: 'A program', scopes: ['read'] } };
  expect((await request(app.url, '/api/account/tokens', token)).status).toBe(200);
  const [mail] = await mailsTo(ann, 1);
  expect(mail?.parsed.subject).toBe('Your account');
  await untilWaiting(ann, 1);
  await pass(HOUR_MS);
  expect(mailbox().emailsTo(ann.email)).toHaveLength(1);
  app.time.jump(3 * HOUR_MS);
  await mailsTo(ann, 2);
});
