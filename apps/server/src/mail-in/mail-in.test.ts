import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { readGame } from '@terrace/testing/play';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { bySuite } from '../../../../tools/testing/suite.ts';
import { AUTHSERV, DOMAIN, useReplies } from './testing/replies.ts';

vi.setConfig({ testTimeout: 60_000 });

const { app, mailbox, mailInPort, reachable, game, seqOf, send, pliesIn, sentAnswersTo, answersTo } = useReplies();

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

test('a player has 60 commands and 30 answers an hour, and further mails are dropped', async () => {
  const { gameId, south, to } = await game();
  for (let sent = 0; sent < 60; sent++) expect(await send({ from: south.email, to, text: 'no command' })).toBe(250);
  expect(await answersTo(south.email)).toHaveLength(30);
  expect(await send({ from: south.email, to, text: 'd2-d3' })).toBe(250);
  expect(await pliesIn(gameId)).toBe(0);
});

test('a mail to an unknown address is refused before it is sent', async () => {
  const { south, to } = await game();
  const socket = connect(mailInPort(), '127.0.0.1');
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
    { numRuns: bySuite(10, 100) },
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

test('a line whose quotation would end with half a character is answered', async () => {
  const { south, to } = await game();
  expect(await send({ from: south.email, to, text: `${'x'.repeat(199)}\u{1F642} and more` })).toBe(250);
  const [answer] = await answersTo(south.email);
  expect(answer?.parsed.subject).toBe('Terrace: Not done');
});
