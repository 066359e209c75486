/** A process may end between the effect of a mailed command and the note that the mail was executed. */
import { memberAt } from '@terrace/testing/members';
import type { SendMailOptions } from 'nodemailer';
import { expect, test, vi } from 'vitest';
import { useReplies } from './testing/replies.ts';

vi.setConfig({ testTimeout: 60_000 });

const { app, game, send, pliesIn, answersTo } = useReplies();

/** The mail is executed, and nothing notes it, so that the mail server sends it again. */
async function sendUnnoted(mail: SendMailOptions): Promise<void> {
  const { prisma } = app.database;
  await prisma.$executeRaw`
    create function lose() returns trigger language plpgsql as $$ begin raise exception 'the process ends here'; end $$`;
  await prisma.$executeRaw`create trigger lose before insert on mail_command execute function lose()`;
  expect(await send(mail)).toBe(451);
  expect(app.faults.take()).toHaveLength(1);
  await prisma.$executeRaw`drop function lose() cascade`;
}

test('a mail whose execution was not noted before a crash executes its command once', async () => {
  const { gameId, south, north, to } = await game();
  const mail = { from: south.email, to, text: 'd2-d3', messageId: '<crash@mail.example>' };
  await sendUnnoted(mail);
  await north.commandOrThrow(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  expect([await send(mail), await send(mail)]).toEqual([250, 250]);
  expect(await pliesIn(gameId)).toBe(2);
  expect((await answersTo(south.email)).map(({ parsed }) => parsed.subject)).toEqual(['Terrace: Done']);
});

test.each([
  { text: 'say Good game, shall we play again?', later: 'say Good game, shall we play again?', effect: 'chat' },
  { text: 'note Watch the corner', later: 'note Cleared', effect: 'note' },
  { text: 'queue d2-d3', later: 'queue', effect: 'queue' },
  { text: 'vacation 3', later: 'vacation end', effect: 'vacation' },
])('a mailed $effect whose execution was not noted before a crash has its effect once', async ({ text, later }) => {
  const { gameId, south, north, to } = await game();
  const { prisma } = app.database;
  const effects = async () => ({
    messages: await prisma.chatMessage.count({ where: { gameId } }),
    notes: await prisma.gameNote.findMany({ where: { gameId } }),
    plies: await pliesIn(gameId),
    vacations: await prisma.vacation.findMany({ where: { playerId: south.player.id }, omit: { written: true } }),
  });
  const mail = { from: south.email, to, text, messageId: `<crash-${text}@mail.example>` };
  const nothing = await effects();
  await sendUnnoted(mail);
  expect(await effects()).not.toEqual(nothing);
  if (text.startsWith('queue')) await north.commandOrThrow(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  if (later !== text) expect(await send({ from: south.email, to, text: later })).toBe(250);
  const after = await effects();
  expect(await send(mail)).toBe(250);
  expect(await effects()).toEqual(after);
  expect((await answersTo(south.email)).at(-1)?.parsed.subject).toBe('Terrace: Done');
  expect(app.faults.take()).toEqual([]);
});

test('a mailed challenge whose execution was not noted opens one table, even if no further one is allowed', async () => {
  const { south, north, to } = await game();
  const { prisma } = app.database;
  const other = await memberAt(app.url);
  const text = `challenge ${north.player.name} ${other.player.name}`;
  const mail = { from: south.email, to, text, messageId: '<crash-challenge@mail.example>' };
  await sendUnnoted(mail);
  const headers = { cookie: south.cookie, 'content-type': 'text/plain' };
  const organise = () => fetch(`${app.url}/api/command`, { method: 'POST', headers, body: text });
  for (let times = 0; times < 9; times += 1) expect((await organise()).status).toBe(200);
  expect((await organise()).status).toBe(429);
  const tables = await prisma.game.count();
  expect(await send(mail)).toBe(250);
  expect(await prisma.game.count()).toBe(tables);
  expect((await answersTo(south.email)).map(({ parsed }) => parsed.subject)).toEqual(['Terrace: Done']);
});
