import {
  DEFAULT_NOTIFICATION_CHOICES,
  NOTIFICATION_KINDS,
  NotificationChoices,
  type NotificationKind,
} from '@terrace/protocol';
import { becomeMember, PASSWORD, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { SECRET } from '../testing/app.ts';
import { PUBLIC_URL, useAppWithMail } from '../testing/app-with-mail.ts';
import { headerOf } from '../testing/mailbox.ts';
import { createMailTokens, mailKey, type Unsubscription } from './mail-tokens.ts';

const BAD_LINK = { status: 404, body: { refusal: { code: 'bad-unsubscribe-link' } } };
const BY_DEFAULT = NOTIFICATION_KINDS.filter((kind) => DEFAULT_NOTIFICATION_CHOICES.kinds[kind].mail);
const without = (kind: NotificationKind) => BY_DEFAULT.filter((each) => each !== kind);

const tokens = createMailTokens(mailKey(SECRET));

const { app, mailbox } = useAppWithMail();

type Member = Awaited<ReturnType<typeof becomeMember>>;

async function mailedKinds({ cookie }: Member): Promise<readonly NotificationKind[]> {
  const { body } = await request(app.url, '/api/me/notification-choices', { cookie });
  const { kinds } = NotificationChoices.parse(body);
  return NOTIFICATION_KINDS.filter((kind) => kinds[kind].mail);
}

const tokenFor = ({ player }: Member, kind: Unsubscription['kind']) =>
  tokens.unsubscription({ player: player.id, kind });

/** What a mail program posts, without a cookie. */
async function oneClick(token: string, body: string | FormData = 'List-Unsubscribe=One-Click') {
  const headers = typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  return (await fetch(`${app.url}/unsubscribe/${token}`, { method: 'POST', body, headers })).status;
}

test('the headers of a mail stop its kind with one click, and once more changes nothing', async () => {
  const member = await becomeMember(app.url);
  const email = `${member.player.id.toLowerCase()}@mail.example`;
  const where = { playerId: member.player.id };
  await app.database.prisma.user.update({ where, data: { email, emailVerified: true } });
  await request(app.url, '/api/me/notifications/test', { cookie: member.cookie, body: { channel: 'mail' } });
  const mail = await mailbox().emailTo(email);
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const [, url = ''] = /^<(.+)>$/.exec(headerOf(mail, 'List-Unsubscribe') ?? '') ?? [];
  const token = url.slice(`${PUBLIC_URL}/unsubscribe/`.length);
  expect(`${PUBLIC_URL}/unsubscribe/${token}`).toBe(url);
  expect(mail.text).toContain(url);
  expect(await request(app.url, `/api/unsubscribe/${token}`)).toMatchObject({ body: { kind: 'started' } });
  expect(await mailedKinds(member)).toEqual(BY_DEFAULT);
  for (let click = 0; click < 2; click++) {
    expect(await oneClick(token)).toBe(200);
    expect(await mailedKinds(member)).toEqual(without('started'));
  }
});

test('one click works as a multipart form, and after a mail with several kinds stops all', async () => {
  const member = await becomeMember(app.url);
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect(await oneClick(tokenFor(member, 'over'), form)).toBe(200);
  expect(await mailedKinds(member)).toEqual(without('over'));
  expect(await oneClick(tokenFor(member, 'all'), form)).toBe(200);
  expect(await mailedKinds(member)).toEqual([]);
});

test('the page of a link reads, turns a kind off and undoes that, and keeps all other choices', async () => {
  const member = await becomeMember(app.url);
  const choices = { ...DEFAULT_NOTIFICATION_CHOICES, mail: 'immediate', digestHour: 3, quiet: { from: 60, to: 120 } };
  const own = { cookie: member.cookie, method: 'PUT', body: choices };
  await request(app.url, '/api/me/notification-choices', own);
  const path = `/api/unsubscribe/${tokenFor(member, 'turn')}`;
  const read = { status: 200, body: { kind: 'turn', kinds: BY_DEFAULT } };
  expect(await request(app.url, path)).toMatchObject(read);
  const off = { status: 200, body: { kind: 'turn', kinds: without('turn') } };
  expect(await request(app.url, path, { body: { kinds: without('turn') } })).toMatchObject(off);
  expect(await request(app.url, path)).toMatchObject(off);
  expect(await request(app.url, path, { body: { kinds: BY_DEFAULT } })).toMatchObject(read);
  const { cookie } = member;
  expect((await request(app.url, '/api/me/notification-choices', { cookie })).body).toEqual(choices);
  for (const body of [{ kinds: ['nothing'] }, { kinds: 'all' }, {}]) {
    expect((await request(app.url, path, { body })).status).toBe(400);
  }
  expect(await request(app.url, path)).toMatchObject(read);
});

test('a link that is changed, signed with another secret, or cut short changes nothing', async () => {
  const [ann, ben] = [await becomeMember(app.url), await becomeMember(app.url)];
  const [, , signature = ''] = tokenFor(ann, 'turn').split('.');
  const foreign = createMailTokens(mailKey('another secret')).unsubscription({ player: ann.player.id, kind: 'turn' });
  const bad = [
    `${ben.player.id}.turn.${signature}`,
    `${ann.player.id}.all.${signature}`,
    `${ann.player.id}.turn.${signature.slice(1)}`,
    `${ann.player.id}.turn`,
    `${tokenFor(ann, 'turn')}.more`,
    foreign,
    'nothing',
  ];
  for (const token of bad) {
    expect(await oneClick(token)).toBe(404);
    expect(await request(app.url, `/api/unsubscribe/${token}`)).toMatchObject(BAD_LINK);
    expect(await request(app.url, `/api/unsubscribe/${token}`, { body: { kinds: [] } })).toMatchObject(BAD_LINK);
  }
  expect([await mailedKinds(ann), await mailedKinds(ben)]).toEqual([BY_DEFAULT, BY_DEFAULT]);
});

test('a link of a deleted account stores nothing', async () => {
  const member = await becomeMember(app.url);
  await request(app.url, '/api/account/deleted', { cookie: member.cookie, body: { password: PASSWORD } });
  expect(await oneClick(tokenFor(member, 'all'))).toBe(404);
  const where = { playerId: member.player.id };
  expect(await app.database.prisma.notificationChoice.count({ where })).toBe(0);
});

test('only one-click links take forms', async () => {
  const member = await becomeMember(app.url);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const path = `/api/unsubscribe/${tokenFor(member, 'turn')}`;
  expect((await fetch(app.url + path, { method: 'POST', headers, body: 'kinds=' })).status).toBe(415);
  expect(await mailedKinds(member)).toEqual(BY_DEFAULT);
});
