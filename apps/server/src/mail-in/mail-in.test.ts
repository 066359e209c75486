import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { DAY_MS, DEFAULT_NOTIFICATION_CHOICES, type GameId, HOUR_MS, MINUTE_MS } from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { readGame } from '@terrace/testing/play';
import fc from 'fast-check';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { expect, test, vi } from 'vitest';
import { createMailTokens, mailKey } from '../notifications/mail-tokens.ts';
import { SECRET } from '../testing/app.ts';
import { useAppWithMail } from '../testing/app-with-mail.ts';
import { freePort } from '../testing/free-port.ts';
import { headerOf } from '../testing/mailbox.ts';

vi.setConfig({ testTimeout: 60_000 });

const DOMAIN = 'play.terrace.example';
const AUTHSERV = 'mx.terrace.example';
const tokens = createMailTokens(mailKey(SECRET));

let port: number;
const { app, mailbox } = useAppWithMail(async () => {
  port = await freePort();
  return { mailIn: { host: '127.0.0.1', port, domain: DOMAIN, authservIds: [AUTHSERV] } };
});

async function reachable() {
  const member = await memberAt(app.url);
  const email = `${member.player.id.toLowerCase()}@mail.example`;
  const where = { playerId: member.player.id };
  await app.database.prisma.user.update({ where, data: { email, emailVerified: true } });
  const body = { ...DEFAULT_NOTIFICATION_CHOICES, mail: 'immediate' };
  await request(app.url, '/api/me/notification-choices', { method: 'PUT', cookie: member.cookie, body });
  return { ...member, email };
}

/** A game, and South's address in it after `seq` events. */
async function game() {
  const [south, north] = [await reachable(), await memberAt(app.url)];
  const { gameId } = await aGame(app.url).days(7).among(south, north).started();
  const addressAfter = (seq: number, { player }: Pick<typeof north, 'player'> = south) =>
    `play+${tokens.reply({ gameId, side: 'south', seq }, player.id)}@${DOMAIN}`;
  return { gameId, south, north, addressAfter, to: addressAfter(await seqOf(gameId)) };
}

const seqOf = (gameId: GameId): Promise<number> => app.database.prisma.gameEvent.count({ where: { gameId } });

const PASSED = `${AUTHSERV}; dkim=pass header.d=mail.example; spf=pass; dmarc=pass header.from=mail.example`;

/** @returns the status of the mail server's answer */
async function send(mail: SendMailOptions, results = PASSED): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const headers = { 'Authentication-Results': results, ...(mail.headers as Record<string, string> | undefined) };
  try {
    await transport.sendMail({ subject: 'Re: Your turn', ...mail, headers });
    return 250;
  } catch (error) {
    return error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  }
}

const pliesIn = async (gameId: GameId): Promise<number> =>
  app.database.prisma.gameEvent.count({ where: { gameId, event: { path: ['type'], equals: 'moved' } } });

const sentAnswersTo = (email: string) =>
  mailbox()
    .emailsTo(email)
    .filter((mail) => headerOf(mail, 'Auto-Submitted') === 'auto-replied');

/** Waits until no answer is left to send. */
async function answersTo(email: string) {
  await expect.poll(() => app.database.prisma.errand.count()).toBe(0);
  return sentAnswersTo(email);
}

test('a reply plays the move in its first own line once, and is answered', async () => {
  const { gameId, south, to } = await game();
  const text = 'd2-d3\n\nOn Monday, Terrace wrote:\n> e7-e6';
  const mail = { from: south.email, to, text, messageId: '<one@mail.example>' };
  expect(await send(mail)).toBe(250);
  expect(await pliesIn(gameId)).toBe(1);
  expect(await send(mail)).toBe(250);
  const [answer, second] = await answersTo(south.email);
  expect(second).toBeUndefined();
  expect(answer?.parsed.inReplyTo).toBe('<one@mail.example>');
  expect(answer?.parsed.subject).toBe('Terrace: Done');
});

test.each([
  ['d2-d3', 'Terrace: Done'],
  ['d2-d8', 'Terrace: Not done'],
])('the answer to %s is sent once after an outage of the mail server', async (text, subject) => {
  const { south, to } = await game();
  const before = mailbox().refused();
  mailbox().refuse(451);
  expect(await send({ from: south.email, to, text, messageId: `<outage-${text}@mail.example>` })).toBe(250);
  await expect.poll(() => mailbox().refused()).toBeGreaterThan(before);
  mailbox().refuse(undefined);
  await expect.poll(app.time.jumping(MINUTE_MS, () => sentAnswersTo(south.email).length)).toBe(1);
  expect((await answersTo(south.email)).map(({ parsed }) => parsed.subject)).toEqual([subject]);
  expect(app.faults.take()).toHaveLength(1);
});

test('a player whose account is deleted before the answer is sent gets none', async () => {
  const { south, to } = await game();
  const before = mailbox().refused();
  mailbox().refuse(451);
  expect(await send({ from: south.email, to, text: 'd2-d8' })).toBe(250);
  await expect.poll(() => mailbox().refused()).toBeGreaterThan(before);
  mailbox().refuse(undefined);
  const where = { playerId: south.player.id };
  await app.database.prisma.user.delete({ where });
  await expect.poll(app.time.jumping(MINUTE_MS, () => app.database.prisma.errand.count())).toBe(0);
  expect(sentAnswersTo(south.email)).toEqual([]);
  expect(app.faults.take()).toHaveLength(1);
});

test('a refused line is answered with the sentence of a page, in the language of the player', async () => {
  const { gameId, south, to } = await game();
  await request(app.url, '/api/me/preferences', { method: 'PUT', cookie: south.cookie, body: { language: 'de' } });
  expect(await send({ from: south.email, to, text: 'd2-d8' })).toBe(250);
  expect(await pliesIn(gameId)).toBe(0);
  expect((await answersTo(south.email)).at(-1)?.text).toContain('Es wurde nichts ausgeführt.');
  expect(await send({ from: south.email, to, text: 'say Guten Tag' })).toBe(250);
  expect(await send({ from: south.email, to, text: 'resign' })).toBe(250);
  expect(await send({ from: south.email, to, text: 'D-d2-d3' })).toBe(250);
  expect((await answersTo(south.email)).at(-1)?.text).toMatch(/Die Partie hat sich seit der E-Mail\s+geändert/);
});

test('a mail from another address, without authentication, or to an address of another player changes nothing', async () => {
  const { gameId, south, north, to, addressAfter } = await game();
  const text = 'd2-d3';
  expect(await send({ from: 'mallory@mail.example', to, text })).toBe(550);
  expect(await send({ from: south.email, to, text }, `${AUTHSERV}; dkim=fail; spf=fail`)).toBe(550);
  expect(await send({ from: south.email, to, text }, `${AUTHSERV}; dkim=pass; spf=pass; dmarc=fail`)).toBe(550);
  expect(await send({ from: south.email, to, text }, 'mx.mallory.example; dkim=pass; dmarc=pass')).toBe(550);
  const forged = addressAfter(1, north);
  expect(await send({ from: south.email, to: forged, text })).toBe(550);
  const later = to.replace(/.{20}@/, `${'0'.repeat(20)}@`);
  expect(await send({ from: south.email, to: later, text })).toBe(550);
  expect(await send({ from: south.email, to, text: `${text}${' '.repeat(300_000)}` })).toBe(552);
  expect(await pliesIn(gameId)).toBe(0);
  expect(await answersTo(south.email)).toEqual([]);
});

test.each([{ 'Auto-Submitted': 'auto-replied' }, { Precedence: 'bulk' }, { 'X-Loop': 'somewhere' }])(
  'a mail with %o is neither executed nor answered',
  async (headers) => {
    const { gameId, south, to } = await game();
    expect(await send({ from: south.email, to, text: 'd2-d3', headers })).toBe(250);
    expect(await pliesIn(gameId)).toBe(0);
    expect(await answersTo(south.email)).toEqual([]);
  },
);

test('a mail whose execution was not noted before a crash executes its command once', async () => {
  const { gameId, south, north, to } = await game();
  const { prisma } = app.database;
  await prisma.$executeRaw`
    create function lose() returns trigger language plpgsql as $$ begin raise exception 'the server ends here'; end $$`;
  await prisma.$executeRaw`create trigger lose before insert on mail_command execute function lose()`;
  const mail = { from: south.email, to, text: 'd2-d3', messageId: '<crash@mail.example>' };
  expect(await send(mail)).toBe(451);
  expect(app.faults.take()).toHaveLength(1);
  await prisma.$executeRaw`drop function lose() cascade`;
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
  await prisma.$executeRaw`
    create function lose() returns trigger language plpgsql as $$ begin raise exception 'the process ends here'; end $$`;
  await prisma.$executeRaw`create trigger lose before insert on mail_command execute function lose()`;
  const mail = { from: south.email, to, text, messageId: `<crash-${text}@mail.example>` };
  const nothing = await effects();
  expect(await send(mail)).toBe(451);
  expect(app.faults.take()).toHaveLength(1);
  await prisma.$executeRaw`drop function lose() cascade`;
  expect(await effects()).not.toEqual(nothing);
  if (text.startsWith('queue')) await north.commandOrThrow(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  if (later !== text) expect(await send({ from: south.email, to, text: later })).toBe(250);
  const after = await effects();
  expect(await send(mail)).toBe(250);
  expect(await effects()).toEqual(after);
  expect((await answersTo(south.email)).at(-1)?.parsed.subject).toBe('Terrace: Done');
  expect(app.faults.take()).toEqual([]);
});

test('a player has 60 commands and 30 answers an hour, and further mails are dropped', async () => {
  const { gameId, south, to } = await game();
  for (let sent = 0; sent < 60; sent++) expect(await send({ from: south.email, to, text: 'no command' })).toBe(250);
  expect(await answersTo(south.email)).toHaveLength(30);
  expect(await send({ from: south.email, to, text: 'd2-d3' })).toBe(250);
  expect(await pliesIn(gameId)).toBe(0);
});

test('a mail to an unknown address is refused before it is sent', async () => {
  const { south, to } = await game();
  const socket = connect(port, '127.0.0.1');
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const reply = async (command?: string): Promise<string> => {
    if (command !== undefined) socket.write(`${command}\r\n`);
    for (;;) {
      const { value = '' } = await lines.next();
      if (/^\d{3} /.test(value)) return value.slice(0, 3);
    }
  };
  expect(await reply()).toBe('220');
  expect(await reply('EHLO mail.example')).toBe('250');
  expect(await reply(`MAIL FROM:<${south.email}>`)).toBe('250');
  for (const name of ['nothing', 'play+', 'play+nothing', 'postmaster', to.replace(/@.*/, '').replace(/.$/, '')]) {
    expect(await reply(`RCPT TO:<${name}@${DOMAIN}>`)).toBe('550');
  }
  expect(await reply(`RCPT TO:<${to.replace(/@.*/, '@elsewhere.example')}>`)).toBe('550');
  expect(await reply('DATA')).toBe('503');
  expect(await reply(`RCPT TO:<${to.toUpperCase()}>`)).toBe('250');
  socket.destroy();
});

test('the largest mail of line ends is refused without being parsed', async () => {
  const { south, to } = await game();
  expect(
    await send({ raw: `From: ${south.email}\n\n${'\n'.repeat(100_000)}`, envelope: { from: south.email, to } }),
  ).toBe(550);
});

test('a reply to an earlier mail is not played as a later move, and the answer shows the game as it is', async () => {
  const { gameId, south, north, to, addressAfter } = await game();
  await south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await north.commandOrThrow(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  expect(await send({ from: south.email, to, text: 'd3-d4' })).toBe(250);
  expect(await pliesIn(gameId)).toBe(2);
  const [answer] = await answersTo(south.email);
  expect(answer?.parsed.subject).toBe('Terrace: Not done');
  expect(answer?.text).toMatch(/The game has changed since the e-mail you replied to/);
  expect(answer?.text).toContain('Last move: C-e7-e6');
  const now = answer?.parsed.replyTo?.[0]?.address;
  expect(now).toBe(addressAfter(await seqOf(gameId)));
  expect(await send({ from: south.email, to: now, text: 'd3-d4' })).toBe(250);
  expect(await pliesIn(gameId)).toBe(3);
});

test('a reply accepts the offer that its mail shows while that stands, also after a move, and no later one', async () => {
  const { gameId, south, north, addressAfter } = await game();
  await south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const offered = await north.commandOrThrow(gameId, { type: 'offer', offer: 'draw' });
  const to = addressAfter(await seqOf(gameId));
  await north.commandOrThrow(gameId, { type: 'refuse', offer: 'draw', seq: offered });
  await north.commandOrThrow(gameId, { type: 'offer', offer: 'pause' });
  expect(await send({ from: south.email, to, text: 'accept' })).toBe(250);
  expect((await answersTo(south.email)).at(-1)?.parsed.subject).toBe('Terrace: Not done');
  const paused = addressAfter(await seqOf(gameId));
  await north.commandOrThrow(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  expect(await send({ from: south.email, to: paused, text: 'accept' })).toBe(250);
  expect((await answersTo(south.email)).at(-1)?.parsed.subject).toBe('Terrace: Done');
  expect(
    await app.database.prisma.gameEvent.count({ where: { gameId, event: { path: ['type'], equals: 'paused' } } }),
  ).toBe(1);
});

test('a reply after a takeback is not played in the position that was taken back to', async () => {
  const { gameId, south, north, addressAfter } = await game();
  await south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  const shown = addressAfter(await seqOf(gameId));
  await south.commandOrThrow(gameId, { type: 'offer', offer: 'takeback' });
  await north.commandOrThrow(gameId, { type: 'accept', offer: 'takeback', seq: await seqOf(gameId) });
  expect(await send({ from: south.email, to: shown, text: 'd2-d3' })).toBe(250);
  expect(await pliesIn(gameId)).toBe(1);
  expect((await answersTo(south.email)).at(-1)?.parsed.subject).toBe('Terrace: Not done');
});

test('an answer to an offer that the mail did not show does nothing', async () => {
  const { gameId, south, north, to, addressAfter } = await game();
  await north.commandOrThrow(gameId, { type: 'offer', offer: 'draw' });
  expect(await send({ from: south.email, to, text: 'accept' })).toBe(250);
  const seq = await seqOf(gameId);
  const shown = addressAfter(seq);
  await north.commandOrThrow(gameId, { type: 'refuse', offer: 'draw', seq });
  await north.commandOrThrow(gameId, { type: 'offer', offer: 'pause' });
  expect(await send({ from: south.email, to: shown, text: 'accept' })).toBe(250);
  expect((await answersTo(south.email)).map(({ parsed }) => parsed.subject)).toEqual([
    'Terrace: Not done',
    'Terrace: Not done',
  ]);
  const now = (await answersTo(south.email)).at(-1)?.parsed.replyTo?.[0]?.address;
  expect(await send({ from: south.email, to: now, text: 'Decline' })).toBe(250);
  expect((await answersTo(south.email)).at(-1)?.parsed.subject).toBe('Terrace: Done');
});

test('an invitation names its terms, shows the board, and is accepted or declined by a reply', async () => {
  const host = await memberAt(app.url);
  const invited = await reachable();
  const invite = async (known: number) => {
    const table = { reserved: [{ side: 'north' as const, name: invited.player.name }] };
    const { gameId } = await aGame(app.url).on('short').days(3).with({ rated: true }).among(host).table(table).open();
    app.time.jump(2 * HOUR_MS);
    const invitations = () =>
      mailbox()
        .emailsTo(invited.email)
        .filter((mail) => mail.text.includes(gameId));
    await expect.poll(app.time.jumping(MINUTE_MS, () => invitations().length)).toBeGreaterThan(known);
    const [mail] = invitations();
    return { gameId, text: mail?.text ?? '', to: mail?.parsed.replyTo?.[0]?.address };
  };
  const first = await invite(0);
  expect(first.text).toContain('Short: 3 days a move · standard rules · rated.');
  expect(first.text).toContain('You would play North.');
  expect(first.text).toMatch(/Answer by .+\(UTC\)/);
  expect(first.text).toContain('reply with accept or decline');
  expect(first.text).toContain('8 | ');
  expect(await send({ from: invited.email, to: first.to, text: 'Accept' })).toBe(250);
  expect((await readGame(app.url, first.gameId)).status).toBe('live');
  const second = await invite(0);
  expect(await send({ from: invited.email, to: second.to, text: 'ablehnen' })).toBe(250);
  expect((await readGame(app.url, second.gameId)).seats.map(({ reserved }) => reserved)).toEqual([null, null]);
  expect(await send({ from: invited.email, to: second.to, text: 'accept' })).toBe(550);
});

test('say continues over the lines into which a mail program breaks it', async () => {
  const { gameId, south, to } = await game();
  expect(await send({ from: south.email, to, text: 'say I would rather have played\non the other side.\n\nAnn' })).toBe(
    250,
  );
  const { text } = await app.database.prisma.chatMessage.findFirstOrThrow({ where: { gameId } });
  expect(text).toBe('I would rather have played on the other side.');
});

test('malformed mails never stop the server', async () => {
  const { south, to, gameId } = await game();
  const piece = fc.constantFrom(
    'Content-Type: multipart/mixed; boundary=x',
    '--x',
    '--x--',
    '=?utf-8?q?=ff?=',
    '\r\n',
    'From: ',
    '\0',
    ':',
  );
  const bytes = fc.uint8Array({ maxLength: 40 }).map((some) => Buffer.from(some).toString('latin1'));
  const raw = fc.array(fc.oneof(piece, bytes), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(raw, async (parts) => {
      const status = await send({
        raw: Buffer.from(parts.join('\r\n'), 'latin1'),
        envelope: { from: south.email, to },
      });
      expect([250, 550]).toContain(status);
    }),
    { numRuns: 40 },
  );
  expect(await send({ from: south.email, to, text: 'd2-d3' })).toBe(250);
  expect(await pliesIn(gameId)).toBe(1);
});

test('executed mails are remembered for 30 days', async () => {
  const { south, to } = await game();
  const where = { playerId: south.player.id };
  const remembered = () => app.database.prisma.mailCommand.count({ where });
  await send({ from: south.email, to, text: 'd2-d3' });
  app.time.jump(29 * DAY_MS);
  await send({ from: south.email, to, text: 'show' });
  expect(await remembered()).toBe(2);
  app.time.jump(2 * DAY_MS);
  await expect.poll(app.time.jumping(MINUTE_MS, remembered)).toBe(1);
});

test('a mailed challenge whose execution was not noted opens one table, even if no further one is allowed', async () => {
  const { south, north, to } = await game();
  const { prisma } = app.database;
  const other = await memberAt(app.url);
  const text = `challenge ${north.player.name} ${other.player.name}`;
  await prisma.$executeRaw`
    create function lose() returns trigger language plpgsql as $$ begin raise exception 'the process ends here'; end $$`;
  await prisma.$executeRaw`create trigger lose before insert on mail_command execute function lose()`;
  const mail = { from: south.email, to, text, messageId: '<crash-challenge@mail.example>' };
  expect(await send(mail)).toBe(451);
  expect(app.faults.take()).toHaveLength(1);
  await prisma.$executeRaw`drop function lose() cascade`;
  const headers = { cookie: south.cookie, 'content-type': 'text/plain' };
  const organise = () => fetch(`${app.url}/api/command`, { method: 'POST', headers, body: text });
  for (let times = 0; times < 9; times += 1) expect((await organise()).status).toBe(200);
  expect((await organise()).status).toBe(429);
  const tables = await prisma.game.count();
  expect(await send(mail)).toBe(250);
  expect(await prisma.game.count()).toBe(tables);
  expect((await answersTo(south.email)).map(({ parsed }) => parsed.subject)).toEqual(['Terrace: Done']);
});

test('a line whose quotation would end with half a character is answered', async () => {
  const { south, to } = await game();
  expect(await send({ from: south.email, to, text: `${'x'.repeat(199)}\u{1F642} and more` })).toBe(250);
  const [answer] = await answersTo(south.email);
  expect(answer?.parsed.subject).toBe('Terrace: Not done');
});
