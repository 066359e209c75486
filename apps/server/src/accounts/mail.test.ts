import { AccountView, Me, NotificationChoices } from '@terrace/protocol';
import { becomeMember, cookieOf, memberAt, newName, PASSWORD, request } from '@terrace/testing/members';
import { expect, test, vi } from 'vitest';
import { PUBLIC_URL, useAppWithMail } from '../testing/app-with-mail.ts';
import { type Email, headerOf } from '../testing/mailbox.ts';

vi.setConfig({ testTimeout: 60_000 }); // scrypt takes 0.1 s per password, and more on a loaded machine

const { app, mailbox } = useAppWithMail();

const refusal = (code: string) => ({ refusal: { code } });
const post = (path: string, body: unknown, cookie = '') => request(app.url, `/api/account/${path}`, { body, cookie });
const signIn = (login: string, password: string) => post('sign-in', { login, password });
const account = async (cookie: string) => AccountView.parse((await request(app.url, '/api/account', { cookie })).body);
const isSignedIn = async (cookie: string) => !Me.parse((await request(app.url, '/api/me', { cookie })).body).guest;

function tokenIn({ text }: Email, what: 'confirm' | 'reset'): string {
  const [link] = text.match(/https:\S+/) ?? [];
  const url = new URL(link ?? '');
  expect([url.origin, url.pathname]).toEqual([PUBLIC_URL, '/login']);
  expect(url.search).toBe(''); // fragments are neither sent to servers nor logged
  return new URLSearchParams(url.hash.slice(1)).get(what) ?? '';
}

async function tokenBy(email: string, what: 'confirm' | 'reset', job: () => ReturnType<typeof post>): Promise<string> {
  const known = mailbox().emails.length;
  expect(await job()).toMatchObject({ status: 200, body: {} });
  return tokenIn(await mailbox().emailTo(email, known), what);
}

let addresses = 0;
const newAddress = (): string => {
  addresses += 1;
  return `player${addresses}@mail.example`;
};

const wishFor = (email: string, cookie: string) => () => post('email', { email, password: PASSWORD }, cookie);

async function reachable() {
  const member = await memberAt(app.url);
  const email = newAddress();
  const token = await tokenBy(email, 'confirm', wishFor(email, member.cookie));
  await post('email/confirmed', { token });
  return { ...member, email };
}

test('an e-mail is in the language of the request that triggered it', async () => {
  const { cookie, player } = await becomeMember(app.url);
  const letterIn = async (language: string) => {
    const [email, known] = [newAddress(), mailbox().emails.length];
    const headers = { 'accept-language': language };
    await request(app.url, '/api/account/email', { body: { email, password: PASSWORD }, cookie, headers });
    return mailbox().emailTo(email, known);
  };
  expect((await letterIn('de')).text).toMatch(`Hallo ${player.name},`);
  expect((await letterIn('en')).text).toMatch(`Hello ${player.name},`);
});

const forget = (email: string) => tokenBy(email, 'reset', () => post('forgot', { email }));

async function outlast(): Promise<void> {
  await app.database.prisma.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
}

test('an address can be used to sign in once its link is followed, in any browser', async () => {
  const { cookie, player } = await becomeMember(app.url);
  const email = newAddress();
  const token = await tokenBy(email, 'confirm', wishFor(email.toUpperCase(), cookie));
  expect((await account(cookie)).email).toBeNull();
  expect(await signIn(email, PASSWORD)).toMatchObject({ body: refusal('wrong-login') });

  expect((await post('email/confirmed', { token })).status).toBe(200);
  expect((await account(cookie)).email).toBe(email);
  const { cookies } = await signIn(email, PASSWORD);
  expect(Me.parse((await request(app.url, '/api/me', { cookie: cookieOf(cookies) })).body).player).toEqual(player);
  expect(await post('email/confirmed', { token })).toMatchObject({ body: refusal('link-over') });
});

test('an address given at sign-up receives a confirmation link', async () => {
  const [email, name] = [newAddress(), newName()];
  let cookie = '';
  const token = await tokenBy(email, 'confirm', async () => {
    const reply = await post('sign-up', { name, password: PASSWORD, email });
    cookie = cookieOf(reply.cookies);
    return reply;
  });
  expect((await account(cookie)).email).toBeNull();
  await post('email/confirmed', { token });
  expect((await account(cookie)).email).toBe(email);
});

test('a confirmation link expires', async () => {
  const { cookie } = await becomeMember(app.url);
  const email = newAddress();
  const token = await tokenBy(email, 'confirm', wishFor(email, cookie));
  await outlast();
  expect(await post('email/confirmed', { token })).toMatchObject({ body: refusal('link-over') });
  expect((await account(cookie)).email).toBeNull();
});

test('a confirmed address stays with its account: the answer is the same, and only its owner is notified', async () => {
  const { email, cookie: first } = await reachable();
  const { cookie, player } = await becomeMember(app.url);
  const token = await tokenBy(email, 'confirm', wishFor(email, cookie));
  const known = mailbox().emails.length;
  expect(await post('email/confirmed', { token })).toMatchObject({ status: 200, body: {} });
  expect((await mailbox().emailTo(email, known)).text).toContain(`A player named ${player.name} at`);
  expect((await account(cookie)).email).toBeNull();
  expect((await account(first)).email).toBe(email);
});

test('a password reset request gets the same answer for known and unknown addresses, and sends one e-mail', async () => {
  const { email } = await reachable();
  const known = mailbox().emails.length;
  const [stranger, owner] = [await post('forgot', { email: newAddress() }), await post('forgot', { email })];
  expect(stranger.status).toBe(200);
  expect([stranger.status, stranger.body]).toEqual([owner.status, owner.body]);
  expect([...stranger.headers.keys()]).toEqual([...owner.headers.keys()]);
  await mailbox().emailTo(email, known);
  expect(
    mailbox()
      .emails.slice(known)
      .map(({ to }) => to),
  ).toEqual([email]);
});

test('an unconfirmed address receives no password reset link', async () => {
  const { cookie } = await becomeMember(app.url);
  const email = newAddress();
  await tokenBy(email, 'confirm', wishFor(email, cookie));
  const known = mailbox().emails.length;
  await post('forgot', { email });
  await reachable(); // its e-mail would arrive after the other one
  expect(
    mailbox()
      .emails.slice(known)
      .map(({ to }) => to),
  ).not.toContain(email);
});

test('a password reset ends every session and live connection, and its link works once', async () => {
  const { email, player, cookie, socket } = await reachable();
  const disconnected = new Promise((resolve) => socket.once('disconnect', resolve));
  const token = await forget(email);
  const next = 'quite another password';
  expect((await post('reset', { token, password: next })).status).toBe(200);
  await disconnected;
  expect(await isSignedIn(cookie)).toBe(false);
  expect((await signIn(player.name, PASSWORD)).status).toBe(401);
  expect((await signIn(player.name, next)).status).toBe(200);
  expect(await post('reset', { token, password: 'and one more password' })).toMatchObject({
    body: refusal('link-over'),
  });
  expect((await signIn(player.name, next)).status).toBe(200);
});

test('a password reset link expires', async () => {
  const { email, player } = await reachable();
  const token = await forget(email);
  await outlast();
  expect(await post('reset', { token, password: 'quite another password' })).toMatchObject({
    body: refusal('link-over'),
  });
  expect((await signIn(player.name, PASSWORD)).status).toBe(200);
});

test('a password reset rejects the name as password, and the link still works for a better one', async () => {
  const { email, player, cookie } = await reachable();
  const token = await forget(email);
  expect(await post('reset', { token, password: player.name.toUpperCase() })).toMatchObject({
    body: { refusal: { code: 'bad-password', why: 'name' } },
  });
  expect(await isSignedIn(cookie)).toBe(true);
  expect((await post('reset', { token, password: 'quite another password' })).status).toBe(200);
});

test('the owner of an address that was replaced or removed is notified there', async () => {
  const { email, cookie, player } = await reachable();
  const next = newAddress();
  const token = await tokenBy(next, 'confirm', wishFor(next, cookie));
  const known = mailbox().emails.length;
  await post('email/confirmed', { token });
  expect((await mailbox().emailTo(email, known)).text).toMatch(new RegExp(`Hello ${player.name}.*no longer uses`, 's'));
  expect((await post('email', { email: null, password: PASSWORD }, cookie)).status).toBe(200);
  expect((await mailbox().emailTo(next, known)).text).toContain('no longer uses this e-mail address');
});

test('an address that is confirmed again is not reported as replaced', async () => {
  const { email, cookie } = await reachable();
  const token = await tokenBy(email, 'confirm', wishFor(email, cookie));
  const known = mailbox().emails.length;
  await post('email/confirmed', { token });
  await reachable(); // its e-mail would arrive after the other one
  expect(
    mailbox()
      .emails.slice(known)
      .map(({ to }) => to),
  ).not.toContain(email);
});

test('every account e-mail is marked as sent by a program', async () => {
  const { email, cookie } = await reachable();
  await forget(email);
  const other = await becomeMember(app.url);
  const taken = await tokenBy(email, 'confirm', wishFor(email, other.cookie));
  await post('email/confirmed', { token: taken });
  await post('email', { email: null, password: PASSWORD }, cookie);
  await expect.poll(() => mailbox().emailsTo(email).length, { timeout: 10_000 }).toBe(5);
  for (const mail of mailbox().emailsTo(email)) expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
});

const from = (address: string) => (email: string, cookie: string) =>
  request(app.url, '/api/account/email', {
    body: { email, password: PASSWORD },
    cookie,
    headers: { 'x-forwarded-for': address },
  });

test('several accounts of one network together send few confirmations to one mailbox, and others still can', async () => {
  const victim = newAddress();
  const spellings = [victim, victim.toUpperCase(), victim.replace('@', '+shop@')];
  const replies: unknown[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { cookie } = await becomeMember(app.url);
    for (const email of spellings) replies.push((await from(`198.51.100.${n}`)(email, cookie)).body);
  }
  const sent = () =>
    mailbox().emails.filter(({ to }) => spellings.some((each) => each.toLowerCase() === to.toLowerCase()));
  expect(replies.filter((body) => JSON.stringify(body) === '{}')).toHaveLength(4);
  expect(replies.at(-1)).toMatchObject(refusal('too-many-mails'));
  await expect.poll(() => sent().length, { timeout: 10_000 }).toBe(4);

  const { cookie: owner } = await becomeMember(app.url);
  const token = await tokenBy(victim, 'confirm', () => from('203.0.113.5')(victim, owner));
  expect((await post('email/confirmed', { token })).status).toBe(200);
  await forget(victim);
});

test('strangers in five networks can delay a confirmation, but no password reset and no sign-up', async () => {
  const victim = newAddress();
  for (let n = 1; n <= 20; n += 1) {
    const { cookie } = await becomeMember(app.url);
    expect((await from(`100.64.${n % 5}.1`)(victim, cookie)).status).toBe(200);
  }
  const signUp = { name: newName(), password: PASSWORD, email: victim };
  expect(await post('sign-up', signUp)).toMatchObject({ body: refusal('too-many-mails') });
  expect((await post('sign-up', { name: signUp.name, password: PASSWORD })).status).toBe(200);
  const { email: known } = await reachable();
  await forget(known);
});

test('a mailbox whose owner follows the links gets any number of confirmations', async () => {
  const [name, domain] = newAddress().split('@');
  for (let pupil = 1; pupil <= 8; pupil += 1) {
    const { cookie } = await becomeMember(app.url);
    const email = `${name}+${pupil}@${domain}`;
    const token = await tokenBy(email, 'confirm', wishFor(email, cookie));
    expect((await post('email/confirmed', { token })).status).toBe(200);
  }
});

test('links that are followed from another network than the request count as followed', async () => {
  const [name, domain] = newAddress().split('@');
  for (let pupil = 1; pupil <= 8; pupil += 1) {
    const { cookie } = await becomeMember(app.url);
    const email = `${name}+${pupil}@${domain}`;
    const token = await tokenBy(email, 'confirm', () => from('198.18.7.1')(email, cookie));
    expect((await post('email/confirmed', { token })).status).toBe(200);
  }
});

test('following a link that did not count lets its network send no more to the mailbox', async () => {
  const { email, cookie } = await reachable();
  const [name, domain] = email.split('@');
  const suffixed = (suffix: string) => `${name}+${suffix}@${domain}`;
  for (const suffix of ['1', '2']) {
    const own = suffixed(suffix);
    const token = await tokenBy(own, 'confirm', wishFor(own, cookie));
    expect((await post('email/confirmed', { token })).status).toBe(200);
  }
  const { cookie: stranger } = await becomeMember(app.url);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await wishFor(suffixed(`s${n}`), stranger)()).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

test('addresses that differ in dots are two mailboxes, except at Gmail', async () => {
  const { cookie } = await becomeMember(app.url);
  const replies: number[] = [];
  for (const email of [
    'j.doe@firm.example',
    'jdoe@firm.example',
    'j.doe@gmail.com',
    'jdoe@gmail.com',
    'jd.oe@gmail.com',
  ])
    replies.push((await wishFor(email, cookie)()).status);
  expect(replies).toEqual([200, 200, 200, 200, 200]);
  const { cookie: other } = await becomeMember(app.url);
  const statuses: number[] = [];
  for (const email of ['jdo.e@gmail.com', 'j.d.oe@gmail.com', 'jdoe@firm.example'])
    statuses.push((await wishFor(email, other)()).status);
  expect(statuses).toEqual([200, 429, 200]);
});

test('a new account has the time zone of its browser, and an unknown one is ignored', async () => {
  const zoneOf = async (timeZone: string) => {
    const { cookies } = await post('sign-up', { name: newName(), password: PASSWORD, timeZone });
    const choices = await request(app.url, '/api/me/notification-choices', { cookie: cookieOf(cookies) });
    return NotificationChoices.parse(choices.body).timeZone;
  };
  expect(await zoneOf('America/Lima')).toBe('America/Lima');
  expect(await zoneOf('Mars/Olympus')).toBe('UTC');
});
