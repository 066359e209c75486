import { cookieOf, newName, PASSWORD, request } from '@terrace/testing/members';
import { expect, test, vi } from 'vitest';
import { rowsContaining } from '../store/testing/compare.ts';
import { startTestApp, useDatabase, withoutJobs } from '../testing/app.ts';
import { PUBLIC_URL } from '../testing/app-with-mail.ts';
import { useFaults } from '../testing/faults.ts';
import { openMailbox } from '../testing/mailbox.ts';

vi.setConfig({ testTimeout: 60_000 });

const { log } = useFaults();
const database = useDatabase();

async function signUp(url: string, email: string): Promise<string> {
  const { status, cookies } = await request(url, '/api/account/sign-up', {
    body: { name: newName(), password: PASSWORD, email },
  });
  expect(status).toBe(200);
  return cookieOf(cookies);
}

test('a mail that waits has no usable link in the database, and is not sent to a deleted account', async () => {
  await using stack = new AsyncDisposableStack();
  const mailbox = await openMailbox();
  stack.defer(() => mailbox.close());
  const mail = { smtpUrl: mailbox.smtpUrl, from: 'Terrace <terrace@terrace.example>' };
  const options = { log, external: { publicUrl: PUBLIC_URL, mail, providers: {} } };

  const first = await startTestApp(database.url, { ...options, startJobs: withoutJobs });
  const deleted = await signUp(first.url, 'deleted@mail.example');
  await signUp(first.url, 'waiting@mail.example');
  const removal = { cookie: deleted, body: { password: PASSWORD } };
  expect((await request(first.url, '/api/account/deleted', removal)).status).toBe(200);
  expect(await database.prisma.errand.count()).toBe(2);
  expect(await rowsContaining(database.url, `${PUBLIC_URL}/login`)).toEqual({});
  await first.close();

  const next = await startTestApp(database.url, options);
  stack.defer(() => next.close());
  expect((await mailbox.emailTo('waiting@mail.example')).text).toContain(`${PUBLIC_URL}/login#confirm=`);
  await expect.poll(() => database.prisma.errand.count(), { timeout: 10_000 }).toBe(0);
  expect(mailbox.emailsTo('deleted@mail.example')).toEqual([]);
});
