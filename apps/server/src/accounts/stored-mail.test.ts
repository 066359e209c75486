import { AccountView } from '@terrace/protocol';
import { memberAt, newName, PASSWORD, request } from '@terrace/testing/members';
import { expect, test, vi } from 'vitest';
import { query } from '../store/testing/compare.ts';
import { lockTables } from '../store/testing/lock-tables.ts';
import { useAppWithMail } from '../testing/app-with-mail.ts';

vi.setConfig({ testTimeout: 60_000 });

const { app, mailbox } = useAppWithMail();

const post = (path: string, body: unknown, cookie = '') => request(app.url, `/api/account/${path}`, { body, cookie });
const addressOf = async (cookie: string) =>
  AccountView.parse((await request(app.url, '/api/account', { cookie })).body).email;

/** Requests a link to a new address. @returns its token */
async function linkTo(email: string, cookie: string): Promise<string> {
  const known = mailbox().emails.length;
  expect((await post('email', { email, password: PASSWORD }, cookie)).status).toBe(200);
  return /#confirm=([\w-]+)/.exec((await mailbox().emailTo(email, known)).text)?.[1] ?? '';
}

async function memberWith(email: string) {
  const member = await memberAt(app.url);
  const token = await linkTo(email, member.cookie);
  expect((await post('email/confirmed', { token })).status).toBe(200);
  return member;
}

async function whileNoErrandCanBeStored<T>(work: () => Promise<T>): Promise<T> {
  const lock = await lockTables(app.databaseUrl, 'errand');
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

test('a password reset whose mail cannot be stored is refused, for known and unknown addresses', async () => {
  await memberWith('ann@mail.example');
  const [known, unknown] = await whileNoErrandCanBeStored(() =>
    Promise.all(['ann@mail.example', 'unknown@mail.example'].map((email) => post('forgot', { email }))),
  );
  expect(known).toMatchObject({ status: 503, body: { refusal: { code: 'busy' } } });
  expect(unknown?.status).toBe(503);
  expect(unknown?.body).toEqual(known?.body);
});

test('a password reset stores as much for an unknown address as for a known one', async () => {
  await memberWith('ben@mail.example');
  const count = async () => {
    const [row] = await app.database.prisma.$queryRaw<{ n: bigint }[]>`select last_value as n from errand_id_seq`;
    return [Number(row?.n), await app.database.prisma.verification.count()];
  };
  const storedFor = async (email: string) => {
    const [before, links] = await count();
    expect((await post('forgot', { email })).status).toBe(200);
    const [after, linksAfter] = await count();
    return [Number(after) - Number(before), Number(linksAfter) - Number(links)];
  };
  expect(await storedFor('ben@mail.example')).toEqual([1, 1]);
  expect(await storedFor('nobody-there@mail.example')).toEqual([1, 1]);
});

test('an address is not replaced or removed without the notice to its owner', async () => {
  const { cookie } = await memberWith('cid@mail.example');
  const token = await linkTo('next@mail.example', cookie);
  const known = mailbox().emails.length;
  const [confirmed, removed] = await whileNoErrandCanBeStored(async () => [
    await post('email/confirmed', { token }),
    await post('email', { email: null, password: PASSWORD }, cookie),
  ]);
  expect([confirmed?.status, removed?.status]).toEqual([503, 503]);
  expect(await addressOf(cookie)).toBe('cid@mail.example');

  expect((await post('email/confirmed', { token })).status).toBe(200);
  expect((await mailbox().emailTo('cid@mail.example', known)).text).toContain('no longer uses this e-mail address');
  expect(await addressOf(cookie)).toBe('next@mail.example');
});

test('the owner of a taken address is notified although the first request failed', async () => {
  await memberWith('dee@mail.example');
  const { cookie } = await memberAt(app.url);
  const token = await linkTo('dee@mail.example', cookie);
  const known = mailbox().emails.length;
  const failed = await whileNoErrandCanBeStored(() => post('email/confirmed', { token }));
  expect(failed.status).toBe(503);
  expect((await post('email/confirmed', { token })).status).toBe(200);
  expect((await mailbox().emailTo('dee@mail.example', known)).text).toContain('gave this address');
});

/** The next `times` insertions of errands fail as if Postgres were busy. */
async function failErrands(times: number): Promise<void> {
  await query(
    app.databaseUrl,
    `create sequence failures;
     create function refuse() returns trigger language plpgsql as
       $$ begin if nextval('failures') <= ${times} then raise exception 'busy' using errcode = '55P03'; end if; return new; end $$;
     create trigger refuse before insert on errand for each row execute function refuse()`,
  );
}

const healErrands = () => query(app.databaseUrl, 'drop function refuse cascade; drop sequence failures');

test('a sign-up whose mail cannot be stored at first gets one mail', async () => {
  await failErrands(1);
  const email = 'eve@mail.example';
  expect((await post('sign-up', { name: newName(), password: PASSWORD, email })).status).toBe(200);
  await healErrands();
  expect((await mailbox().emailTo(email)).text).toContain('#confirm=');
  const where = { expiresAt: { gt: new Date() } };
  await expect.poll(() => app.database.prisma.errand.count({ where })).toBe(0);
  expect(mailbox().emailsTo(email)).toHaveLength(1);
});

test('confirmations that cannot be stored do not count, and the others do', async () => {
  const ask = async () => {
    const { cookie } = await memberAt(app.url); // each account has a limit of its own
    return (await post('email', { email: 'fay@mail.example', password: PASSWORD }, cookie)).status;
  };
  await failErrands(1_000);
  for (let times = 0; times < 4; times += 1) expect(await ask()).toBe(503);
  await healErrands();
  await failErrands(1); // the second attempt succeeds, and counts
  for (let times = 0; times < 4; times += 1) expect(await ask()).toBe(200);
  await healErrands();
  expect(await ask()).toBe(429);
});
