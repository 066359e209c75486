import { GameId, PlayerId } from '@terrace/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseUnavailable } from '../game-service/games.ports.ts';
import { createErrandStore } from '../store/errands.ts';
import { useDatabase } from '../testing/app.ts';
import { createVirtualTime } from '../testing/time.ts';
import { type ErrandStore, SealedMail, SealedText, type Task, type Test } from './errands.ports.ts';
import { createErrands } from './errands.ts';
import { runErrands } from './run-errands.ts';

const database = useDatabase();

const aTest: Test = { kind: 'test-webhook', webhook: 'w' };
const aMail: Task = { kind: 'account-mail', mail: SealedMail.parse('sealed'), key: 'k' };
const answerTo: Task = {
  kind: 'mail-answer',
  player: PlayerId.parse('ann-of-mails'),
  key: 'k',
  isDone: true,
  text: SealedText.parse('sealed'),
  gameId: GameId.parse('aaaaaaaaaaaa'),
};

const leaseAt = (now: number) => ({ now, until: now + 60_000, except: [] });

async function emptyStore(): Promise<ErrandStore> {
  await database.prisma.errand.deleteMany();
  return createErrandStore(database.prisma);
}

test('mails find a slot when tests wait, and a task of a later version remains for it, without an attempt', async () => {
  const store = await emptyStore();
  const now = Date.now();
  const errand = (task: Task) => ({ task, dueAt: now - 1_000, expiresAt: now + 60_000 });
  for (const task of [aTest, aTest, aTest]) await store.add(errand(task));
  await database.prisma.errand.create({
    data: { task: { kind: 'of-a-later-version' }, dueAt: new Date(now - 2_000), expiresAt: new Date(now + 60_000) },
  });
  for (const task of [aMail, answerTo, aMail]) await store.add(errand(task));
  const claimed = await store.claim(leaseAt(now), { all: 4, tests: 2 });
  expect(claimed.map(({ task }) => task.kind).sort()).toEqual([
    'account-mail',
    'mail-answer',
    'test-webhook',
    'test-webhook',
  ]);
  expect((await store.claim(leaseAt(now), { all: 4, tests: 0 })).map(({ task }) => task.kind)).toEqual([
    'account-mail',
  ]);
  expect(await database.prisma.errand.findMany({ where: { attempts: 0 }, orderBy: { id: 'asc' } })).toMatchObject([
    { task: aTest },
    { task: { kind: 'of-a-later-version' } },
  ]);
});

test('a test is answered although Postgres fails in between, and a refused one is not done later', async () => {
  const store = await emptyStore();
  const time = createVirtualTime({ speed: 20 });
  onTestFinished(() => time.stop());
  let failures = 3;
  const failing: ErrandStore = {
    ...store,
    async answerOf(id) {
      if (failures-- > 0) throw new DatabaseUnavailable();
      return store.answerOf(id);
    },
  };
  const { now } = time.scheduler;
  const { ask } = createErrands({ store: failing, wake: () => undefined, now, machine: time.scheduler });
  const asked = ask(aTest);
  await expect.poll(() => failures).toBeLessThanOrEqual(0);
  const [claimed] = await store.claim(leaseAt(now()), { all: 1, tests: 1 });
  await store.answer(claimed?.id ?? 0, 'delivered');
  expect(await asked).toEqual({ ok: true, value: 'delivered' });

  failures = 2;
  let withdrawals = 0;
  const withdrawing = createErrands({
    store: {
      ...failing,
      async withdraw(id) {
        withdrawals += 1;
        if (withdrawals === 1) throw new DatabaseUnavailable();
        return store.withdraw(id);
      },
    },
    wake: () => undefined,
    now,
    machine: time.scheduler,
  });
  expect(await withdrawing.ask(aTest)).toMatchObject({ ok: false, error: { code: 'busy' } });
  expect(withdrawals).toBe(2);
  expect(await database.prisma.errand.count()).toBe(0);
});

test('an answer with half a character or NUL can be stored', async () => {
  const store = await emptyStore();
  const now = Date.now();
  await store.add({ task: { ...answerTo, inReplyTo: 'cut\ud83d\0' }, dueAt: now, expiresAt: now + 60_000 });
  const [claimed] = await store.claim(leaseAt(now), { all: 1, tests: 0 });
  expect(claimed?.task).toMatchObject({ inReplyTo: 'cut\ufffd\ufffd' });
});

test('a new mail does not wait behind those that have failed', async () => {
  const store = await emptyStore();
  const now = Date.now();
  const errand = (task: Task, dueAt: number) => ({ task, dueAt, expiresAt: now + 60_000 });
  for (const dueAt of [now - 20, now - 10]) await store.add(errand(answerTo, dueAt));
  for (const { id } of await store.claim(leaseAt(now), { all: 2, tests: 0 })) await store.postpone(id, now - 5);
  await store.add(errand(aMail, now));
  expect((await store.claim(leaseAt(now), { all: 1, tests: 0 })).map(({ task }) => task.kind)).toEqual([
    'account-mail',
  ]);
});

test('the first failure of a mail is reported once, although an earlier attempt ended with its process', async () => {
  const store = await emptyStore();
  const time = createVirtualTime({ speed: 20 });
  onTestFinished(() => time.stop());
  const now = time.scheduler.now();
  await store.add({ task: aMail, dueAt: now - 1, expiresAt: now + 600_000_000 });
  await store.claim({ now, until: now + 1_000, except: [] }, { all: 1, tests: 0 });
  const reported: unknown[] = [];
  const attempts = async () => (await database.prisma.errand.findFirstOrThrow()).attempts;
  const refused = new Error('the mail server refuses it');
  const running = runErrands({
    store,
    mail: () => Promise.reject(refused),
    test: () => Promise.reject(refused),
    scheduler: time.scheduler,
    reportError: (error) => reported.push(error),
  });
  running.start();
  await expect.poll(time.advancing(10_000, attempts), { timeout: 20_000 }).toBeGreaterThan(3);
  await running.close();
  expect(reported).toEqual([refused]);
});
