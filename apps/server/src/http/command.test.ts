import { type CommandRefusal, USAGE } from '@terrace/protocol';
import { type CommandReply, post } from '@terrace/testing/text-player';
import { expect, test } from 'vitest';
import { lines, refused, TEXT, useTextCommands } from '../testing/text-commands.ts';

const { app, textPlayer, game } = useTextCommands();

test('a command is answered in the language of its request', async () => {
  const { cookie } = await textPlayer();
  const ask = async (line: string, language: string) =>
    (await post(app.url, line, { 'content-type': 'text/plain', 'accept-language': language, cookie })).text;
  const asked = ['de', 'en', 'de'].map((language) => ask('help propose', language));
  const [german, english, again] = await Promise.all(asked);
  expect(english).toBe(
    'propose board\n\nOffers a draw to all players still in the game, or agrees to one.\nExample: propose AbCd',
  );
  expect(german).toBe(
    'propose board\n\nBietet allen, die noch in der Partie sind, Remis an, oder stimmt einem zu.\nBeispiel: propose AbCd',
  );
  expect(again).toBe(german);
  expect(await ask('nonsense', 'de')).toBe('Unbekannter Befehl „nonsense“. Der Befehl help nennt alle.');
});

test('help explains the syntax and effect of every command', async () => {
  const { run } = await textPlayer();
  const overview = await run('terrace help');
  for (const [name, usage] of Object.entries(USAGE)) {
    expect(lines(overview)).toContain(usage);
    expect(await run(`help ${name}`)).toMatch(new RegExp(`^\\w+.*\n\n[A-Z].*\\.\nExample: ${name}`, 's'));
  }
  expect(await run('standings')).toMatch(/^There are no standings.*\.$/);
  expect(await run('ratings')).toMatch(/^No established ratings yet\.$/);
});

test('a command can be sent as JSON', async () => {
  const { cookie } = await textPlayer();
  const headers = { cookie, 'content-type': 'application/json' };
  expect(await post(app.url, '{"text":"ratings"}', headers)).toMatchObject({ status: 200, type: TEXT });
  for (const body of ['{"text":7}', '{}', '[]', '{"text":"ratings","more":1}', '{"text":', 'null']) {
    expect(await post(app.url, body, headers), body).toMatchObject({ status: 400, type: TEXT });
  }
});

test('commands without a valid cookie are rejected', async () => {
  const { id, south } = await game();
  for (const cookie of ['', `${south.cookie}x`, 'terrace_session=aaaaaaaaaaaaaaaaaaaa.bbbb', 'terrace_session=%00']) {
    const reply = await post(app.url, `resign ${id}`, { 'content-type': 'text/plain', cookie });
    expect(reply).toEqual(refused(401, { code: 'no-session' }));
  }
  expect(await south.run(`show ${id}`)).toContain('Move 1, South to move.');
});

test('pages of this site can send commands, pages of other sites cannot', async () => {
  const { id, south } = await game();
  const headers = { 'content-type': 'text/plain', cookie: south.cookie };
  for (const origin of ['https://elsewhere.example', 'null', 'http://127.0.0.1:1']) {
    const reply = await post(app.url, `resign ${id}`, { ...headers, origin });
    expect(reply).toEqual(refused(403, { code: 'foreign-origin' }));
  }
  const own = await post(app.url, `show ${id}`, { ...headers, origin: app.url });
  expect(own).toMatchObject({ status: 200, text: expect.stringContaining('Move 1, South to move.') });
});

test('a body that is too large or of an unsupported type is refused', async () => {
  const { cookie } = await textPlayer();
  const tooLong = refused(413, { code: 'command-too-long', most: 500 });
  const unsupported = refused(415, { code: 'unsupported-content' });
  for (const length of [501, 10_000]) {
    expect(await post(app.url, 'x'.repeat(length), { cookie, 'content-type': 'text/plain' })).toEqual(tooLong);
  }
  expect(await post(app.url, 'x'.repeat(20_000), { cookie, 'content-type': 'text/plain' })).toEqual(
    refused(413, { code: 'body-too-large', maxBytes: 16_384 }),
  );
  for (const type of ['application/x-www-form-urlencoded', 'text/html']) {
    expect(await post(app.url, 'text=ratings', { cookie, 'content-type': type })).toEqual(unsupported);
  }
});

test('sockets and commands share one limit', async () => {
  const { sendRaw, send } = await textPlayer();
  const afterMany = async () => {
    await Promise.all(Array.from({ length: 100 }, () => sendRaw('time:now', {})));
    return send('help');
  };
  // Retried, because a new one-second window may begin in between.
  await expect.poll(afterMany).toMatchObject({ status: 429, type: TEXT });
});

/** Creates a second game whose id has the same prefix, which chance would hardly produce. */
async function twinOf(id: string): Promise<void> {
  await app.database.prisma.$executeRaw`
    insert into game (id, seq, status, settings, seats, players, turn, ply, created_at, updated_at)
    select ${`${id.slice(0, 8)}zzzz`}, seq, status, settings, seats, players, turn, ply, created_at, updated_at
    from game where id = ${id}`;
}

type Met<C> = Promise<{ reply: CommandReply; refusal: Extract<CommandRefusal, { code: C }> }>;

/** Every refusal that only text commands cause. An incomplete table does not compile. */
const provoke: { [C in CommandRefusal['code']]: () => Met<C> } = {
  'command-too-long': async () => {
    const { send } = await textPlayer();
    return { reply: await send('x'.repeat(501)), refusal: { code: 'command-too-long', most: 500 } };
  },
  'unknown-command': async () => {
    const { send } = await textPlayer();
    return { reply: await send('dance'), refusal: { code: 'unknown-command', command: 'dance' } };
  },
  'bad-command': async () => {
    const { send } = await textPlayer();
    const problem = `Write that command like this: ${USAGE.show}.`;
    return { reply: await send('show'), refusal: { code: 'bad-command', problem } };
  },
  'unclear-game': async () => {
    const { id, south } = await game();
    await twinOf(id);
    const start = id.slice(0, 4);
    return { reply: await south.send(`show ${start}`), refusal: { code: 'unclear-game', start } };
  },
  'unreadable-move': async () => {
    const { id, south } = await game();
    const why = "That isn't a move. Write one like d-a2-b3, a2-b3, or d-a2-b3:c where it captures.";
    return { reply: await south.send(`move ${id} forward`), refusal: { code: 'unreadable-move', why } };
  },
  'no-such-ply': async () => {
    const { id, south } = await game();
    return { reply: await south.send(`show ${id}#2`), refusal: { code: 'no-such-ply', ply: 2, next: 1 } };
  },
  'nothing-to-answer': async () => {
    const { id, south } = await game();
    return { reply: await south.send(`reject ${id}`), refusal: { code: 'nothing-to-answer' } };
  },
  'several-offers': async () => {
    const { id, south, north } = await game();
    for (const line of ['move * d2-d3', 'propose *', 'undo *']) await south.run(line.replace('*', id));
    const refusal = { code: 'several-offers' as const, offers: ['draw' as const, 'takeback' as const] };
    return { reply: await north.send(`accept ${id}`), refusal };
  },
  'only-computers': async () => {
    const { send } = await textPlayer();
    return { reply: await send('challenge computer-1 computer-2'), refusal: { code: 'only-computers' } };
  },
  'nothing-to-redo': async () => {
    const { id, south } = await game();
    return { reply: await south.send(`redo ${id}`), refusal: { code: 'nothing-to-redo' } };
  },
  'named-twice': async () => {
    const { name, send } = await textPlayer();
    const again = name.toUpperCase();
    return { reply: await send(`challenge ${name} ${again}`), refusal: { code: 'named-twice', name: again } };
  },
};

test.each(Object.entries(provoke))('%s can be provoked, and says what to do', async (_, attempt) => {
  const { reply, refusal } = await attempt();
  expect(reply).toEqual(refused(reply.status, refusal));
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(reply.text).toMatch(/^[A-Z].*\.$/);
});
