import { explainToApiClient } from '@terrace/messages';
import { type CommandRefusal, GameId, GameLog, type Refusal, USAGE } from '@terrace/protocol';
import { becomeMember } from '@terrace/testing/members';
import { type CommandReply, gameByText, gameIn, post, textPlayerAt } from '@terrace/testing/text-player';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();

const TEXT = 'text/plain; charset=utf-8';
const textPlayer = () => textPlayerAt(app.url);
const game = (options?: string) => gameByText(app.url, options);
const refused = (status: number, refusal: Refusal): CommandReply => ({
  status,
  type: TEXT,
  text: explainToApiClient(refusal),
});
const lines = (text: string): string[] => text.split('\n');

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

test('a complete game by text: challenge, accept, moves, resign', async () => {
  const [south, north] = [await textPlayer(), await textPlayer()];
  const opened = await south.run(`terrace challenge -short ${south.name} ${north.name}`);
  const id = gameIn(opened);
  expect(lines(opened)).toEqual([
    `Game ${id}: short, no clock.`,
    `South ${south.name}, North ${north.name} (invited).`,
    `It waits for North ${north.name} (invited).`,
  ]);
  expect(await north.run('games next')).toBe(
    `${id}  open; short, no clock; South ${south.name}, North ${north.name} (invited)`,
  );

  const board = id.slice(0, 6); // a prefix is enough for one's own games
  expect(await north.run(`terrace accept ${board}`)).toBe('You take your seat. Move 1, South to move.');
  expect(await south.run(`terrace move ${board} d-b1-b2`)).toBe('You play d-b1-b2. Move 2, North to move.');
  expect(await north.run(`move ${board} g8-g7#2`)).toBe('You play D-g8-g7. Move 3, South to move.');
  expect(await south.run(`move ${board} B3c1-c2`)).toBe('You play c-c1-c2. Move 4, North to move.');
  expect(await north.run(`resign ${board}`)).toBe('You resign. South wins by resignation.');

  expect(lines(await south.run(`history ${board}`))).toEqual([
    '  1. South d-b1-b2',
    '  2. North D-g8-g7',
    '  3. South c-c1-c2',
    '     North resigns.',
    'South wins by resignation.',
  ]);
  expect(await south.run('games')).toBe(`${south.name} has no games in progress.`);
  expect(await south.run(`games ${north.name} all`)).toContain(`${id}  over; short, no clock;`);
});

test('accepting a rematch by text names the new game, its seats and the next step', async () => {
  const { id, south, north } = await game('-short');
  const gameId = GameId.parse(id);
  const offer = { type: 'offer', offer: 'rematch' } as const;
  await south.run(`resign ${id}`);
  expect(await south.command(gameId, offer)).toMatchObject({ ok: true });
  expect(await south.run(`reject ${id} rematch`)).toBe('You take back your offer of a rematch.');
  expect(await south.command(gameId, offer)).toMatchObject({ ok: true });
  expect(await north.run(`reject ${id} rematch`)).toBe('You decline the rematch.');
  expect(await south.command(gameId, offer)).toMatchObject({ ok: true });
  const answer = await north.run(`accept ${id} rematch`);
  const next = /^The rematch is game (\S+):/.exec(answer)?.[1] ?? '';
  expect(answer).toBe(
    `The rematch is game ${next}: South ${north.name}, North ${south.name}. You play South. Move 1, South to move. Send “move ${next}” with your move.`,
  );
  expect(await north.run(`move ${next} b1-b2`)).toContain('Move 2, North to move.');
});

test('when two of three players have accepted a rematch by text, the second reply names the third', async () => {
  const [south, ...others] = [await textPlayer(), await textPlayer(), await textPlayer()];
  const names = [south, ...others].map(({ name }) => name).join(' ');
  const id = gameIn(await south.run(`challenge -three ${names}`));
  for (const { run } of others) await run(`accept ${id}`);
  for (const { run } of others) await run(`resign ${id}`);
  await south.command(GameId.parse(id), { type: 'offer', offer: 'rematch' });
  expect(await others[0]?.run(`accept ${id}`)).toMatch(/^You accept the rematch. Still to accept: \w+\.$/);
  expect(await others[1]?.run(`accept ${id}`)).toMatch(
    /^The rematch is game \S+: .* You play \w+\. Move 1, South to move\./,
  );
});

test('the effects of a text command are broadcast to all watchers at once', async () => {
  const { id, south, north } = await game();
  const gameId = GameId.parse(id);
  await north.request('game:watch', { gameId, after: 0 });
  await south.run(`move ${id} d2-d3`);
  await north.waitForEvents(gameId, (events) => events.some(({ event }) => event.type === 'moved'));

  const received = new Promise((resolve) => north.socket.once('chat:said', ({ message }) => resolve(message.text)));
  await north.request('chat:join', { gameId });
  expect(await south.run(`chat ${id} Good  luck, all.`)).toBe('Sent to the players.');
  expect(await received).toBe('Good  luck, all.');
  expect(await (await textPlayer()).run(`chat ${id} Hello.`)).toBe('Sent to the spectators.');
});

async function timeLeftAfterMove(id: string): Promise<string> {
  const { events } = GameLog.parse(await (await fetch(`${app.url}/api/games/${id}`)).json());
  const [leftMs = 0] = events.flatMap(({ event }) => (event.type === 'moved' ? [event.remainingMs ?? 0] : []));
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

test('show draws the walled board, before and after a move', async () => {
  const { id, south, north } = await game('-time=5+3');
  await south.run(`move ${id} d2-d3`);
  const now = lines(await north.run(`show ${id}`));
  expect(now.slice(0, 3)).toEqual([
    `Game ${id}: long, 5+3.`,
    expect.stringMatching(new RegExp(`^South: [A-Z][a-z]+-[A-Z][a-z]+, ${await timeLeftAfterMove(id)}$`)),
    expect.stringMatching(/^North: [A-Z][a-z]+-[A-Z][a-z]+, [45]:\d\d$/), // this player's clock is running
  ]);
  expect(now).toContain('3 |           | c |   |           |');
  expect(now.at(-1)).toBe('Move 2, North to move.');

  const before = lines(await north.run(`show ${id}#1`));
  expect(before).toContain('2 | d   d | c | c | b | b | a   a |');
  expect(before.at(-1)).toBe('Before move 1, South to move.');
});

test('a preview shows the board after a move without playing it', async () => {
  const { id, south, north } = await game();
  const text = await north.run(`preview ${id} d2-d3`);
  expect(text).toContain('3 |           | c |   |           |');
  expect(lines(text).at(-1)).toBe('After c-d2-d3 by South (not played).');
  expect(await south.run(`history ${id}`)).toBe('No move has been made.');
  expect(await north.send(`preview ${id} d2-c3`)).toMatchObject({ status: 409 });
  expect(await north.send(`preview ${id} d2-d3#2`)).toEqual(refused(409, { code: 'too-early', ply: 1, said: 2 }));
});

test('a move sent too early or too late is refused and not played', async () => {
  const { id, south, north } = await game();
  await south.run(`move ${id} d2-d3#1`);
  expect(await south.send(`move ${id} d2-d3#1`)).toEqual(refused(409, { code: 'stale', ply: 2 }));
  expect(await north.send(`move ${id} e7-e6#4`)).toEqual(refused(409, { code: 'too-early', ply: 2, said: 4 }));
  expect(await south.send(`move ${id} d3-d2`)).toEqual(refused(409, { code: 'not-your-turn', turn: 'north' }));
  expect(await north.run(`history ${id}`)).toBe('  1. South c-d2-d3');
});

test('a letter that names the wrong piece is refused with the piece on that square', async () => {
  const { id, south } = await game();
  const { status, text } = await south.send(`move ${id} b-d2-d3`);
  expect([status, text]).toEqual([400, 'The move says b, but a piece c stands on d2.']);
  expect((await south.send(`move ${id} d2-d3:c`)).text).toBe('The move says c, but no piece stands on d3.');
});

test('a draw is offered, rejected, offered by the opponent and accepted', async () => {
  const { id, south, north } = await game();
  for (const [player, move] of [[south, 'd2-d3'] as const, [north, 'e7-e6'] as const]) {
    await player.run(`move ${id} ${move}`);
  }
  expect(await south.run(`propose ${id}`)).toBe('You offer a draw. Move 3, South to move.');
  expect(lines(await north.run(`show ${id}`)).at(-1)).toBe('South offers a draw.');
  expect(await south.send(`accept ${id}`)).toEqual(refused(409, { code: 'nothing-to-answer' }));
  expect(await north.run(`reject ${id}`)).toBe('You decline the offer. Move 3, South to move.');
  expect(await south.send(`propose ${id}`)).toEqual(refused(409, { code: 'offered-lately', offer: 'draw', plies: 4 }));
  await north.run(`propose ${id}`);
  expect(await south.run(`accept ${id} draw`)).toBe('You agree. A draw by agreement.');
});

test('a move is taken back by consent and shown as taken back in the history', async () => {
  const { id, south, north } = await game();
  await south.run(`move ${id} d2-d3`);
  expect(await south.run(`undo ${id}`)).toBe('You ask to take your last move back. Move 2, North to move.');
  expect(await north.run(`accept ${id}`)).toBe('You agree. Move 1, South to move.');
  await south.run(`move ${id} e2-e3`);
  expect(lines(await south.run(`history ${id}`))).toEqual(['  1. South c-d2-d3  (taken back)', '  1. South b-e2-e3']);
});

test('a move that was taken back is played again with redo, once it is its turn', async () => {
  const { id, south, north } = await game();
  for (const [player, text] of [[south, 'd2-d3'] as const, [north, 'e7-e6'] as const, [south, 'e2-e3'] as const]) {
    await player.run(`move ${id} ${text}`);
  }
  await north.run(`undo ${id}`);
  await south.run(`accept ${id}`);
  expect(await south.send(`redo ${id}`)).toEqual(refused(409, { code: 'not-your-turn', turn: 'north' }));
  expect(await north.run(`redo ${id}`)).toBe('You play C-e7-e6. Move 3, South to move.');
  expect(await south.run(`redo ${id}`)).toBe('You play b-e2-e3. Move 4, North to move.');
  expect(await north.send(`redo ${id}`)).toEqual(refused(409, { code: 'nothing-to-redo' }));
});

test('every offer can be made and answered by text', async () => {
  const { id, south, north } = await game('-time=5+3');
  expect(await south.run(`offer ${id} pause`)).toBe('You ask for a pause. Move 1, South to move.');
  expect(await north.run(`offer ${id} pause`)).toBe('You agree. Move 1, South to move. The game is paused.');
  expect(await north.run(`offer ${id} resume`)).toContain('You ask to resume.');
  expect(await south.run(`accept ${id}`)).toBe('You agree. Move 1, South to move.');
  expect(await south.run(`give ${id}`)).toBe('You give the others 15 seconds. Move 1, South to move.');
  expect(await south.send(`offer ${id} rematch`)).toEqual(refused(409, { code: 'not-over' }));
  expect(await north.run(`abort ${id}`)).toMatch(/^You call the game off\. This table was closed/);
  expect(await north.run(`offer ${id} rematch`)).toContain('You offer a rematch.');
  expect(await south.run(`offer ${id} rematch`)).toMatch(/^The rematch is game \S+:/);
});

test('a challenge can be withdrawn before it is accepted, and not after', async () => {
  const [south, north] = [await textPlayer(), await textPlayer()];
  const id = gameIn(await south.run(`challenge ${south.name} ${north.name}`));
  expect(await north.send(`withdraw ${id}`)).toEqual(refused(403, { code: 'not-seated' }));
  expect(await south.run(`withdraw ${id}`)).toMatch(/^You close the table\. This table was closed/);
  expect(await north.send(`accept ${id}`)).toEqual(refused(409, { code: 'table-closed' }));
  const begun = await game();
  expect(await begun.south.send(`withdraw ${begun.id}`)).toEqual(refused(409, { code: 'already-started' }));
});

test('a rated challenge needs a clock or days, people, and accounts', async () => {
  const [{ name, send }, guest] = [await textPlayer(), await textPlayer()];
  const rated = (options: string, other: string) => send(`challenge -rated ${options} ${name} ${other}`);
  expect(await rated('', 'computer-3')).toEqual(refused(400, { code: 'not-rateable' }));
  expect(await rated('-days=3', 'computer-3')).toEqual(refused(400, { code: 'computers-are-casual' }));
  expect(await rated('-days=3', guest.name)).toEqual(refused(403, { code: 'rated-needs-account', name: guest.name }));
});

test('chat without a text shows the latest messages of the rooms that the reader sees', async () => {
  const { id, south, north } = await game();
  expect(await south.run(`chat ${id}`)).toBe('No messages yet.');
  await south.run(`chat ${id} Good luck.`);
  await (await textPlayer()).run(`chat ${id} Nice board.`);
  const line = new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}${south.name}: Good luck\\.$`);
  expect(await north.run(`chat ${id}`)).toMatch(line);
  await south.run(`resign ${id}`);
  expect(await north.run(`chat ${id}`)).toMatch(/Good luck\.\n.* \(spectator\): Nice board\.$/);
});

test('the board is shown in the notations of Usenet and Everything2 with their legends', async () => {
  const { id, south } = await game('-short');
  const usenet = lines(await south.run(`show -usenet ${id}`));
  expect(usenet).toContain('1 o  B4 B3 B3 B2 B2 BT o  <-- high corner');
  expect(usenet).toContain('W North, B South, R West, U East; T and 1 are the smallest, 4 the largest.');
  expect(await south.run(`move ${id} B4b1-b2`)).toContain('You play d-b1-b2.');
  expect(lines(await south.run(`show ${id}#1 -everything2`))).toContain('1| .  a  b  b  c  c  t  .');
});

test('a line that cannot be played is refused with the reason, also in a game without a clock', async () => {
  const { id, south, north } = await game();
  const refusal = async (line: string) => (await north.send(`queue ${id} ${line}`)).text;
  expect(await refusal('d2-d5/e7-e6')).toMatch(/^d2-d5 can't be played in this line, so nothing was queued: /);
  expect(await refusal('d2-d3/e7-e6 e2-e3/e7-e5')).toMatch(/^e7-e5 can't be played in this line/);
  await south.run(`move ${id} d2-d3`);
  expect(await refusal('e2-e3/e7-e6')).toBe(
    'Their last move was not e2-e3, so your line was not queued. Send it without that move.',
  );
  expect(await north.run(`history ${id}`)).toBe('  1. South c-d2-d3');
  expect(await north.run(`queue ${id} d2-d3/e7-e6 d3-d2/e6-e7`)).toBe(
    "It's your turn, so this move was played: C-e7-e6. Waiting for your turn: d3-d2/e6-e7. Move 3, South to move.",
  );
  await south.run(`move ${id} d3-d2`);
  await expect.poll(() => south.run(`history ${id}`)).toMatch(/ 4\. North C-e6-e7$/);
});

test('a call after a move is shown to its player and kept in the history', async () => {
  const [south, north] = [await textPlayer(), await textPlayer()];
  const position = '8/6T1/8/5d2/8/8/8/t7 s sn 0 1'; // at f6 and on level 3, the D could capture the T on g7
  const id = await south.create({ setup: 'custom', position, time: null }, 'south');
  await north.run(`accept ${id}`);
  expect(await south.run(`move ${id} f5-f6`)).toBe('You play d-f5-f6. Move 2, North to move. Terrace: North.');
  expect(await south.run(`history ${id}`)).toBe('  1. South d-f5-f6  Terrace: North.');
});

test('capturing a T is announced on its own line while other players continue', async () => {
  const [south, north, east] = [await textPlayer(), await textPlayer(), await textPlayer()];
  const position = "8/6t'1/5d2/8/2T5/8/8/t7 s sne 0 1";
  const id = await south.create({ setup: 'custom', position, time: null }, 'south');
  for (const player of [north, east]) await player.run(`accept ${id}`);
  expect(await south.run(`move ${id} f6-g7`)).toBe(
    "You play d-f6-g7:t'. North is out: its T was taken. Move 2, East to move. Out: North.",
  );
  const history = lines(await east.run(`history ${id}`));
  expect(history).toEqual(["  1. South d-f6-g7:t'", '     North is out: its T was taken.']);
});

test('moves are queued in a correspondence game and played when their turn comes', async () => {
  const { id, south, north } = await game('-days=2');
  expect(await north.run(`queue ${id} d2-d3/D-e7-e6 e6-e7`)).toContain('Waiting for your turn: d2-d3/e7-e6 e6-e7.');
  expect(await south.run(`queue ${id}`)).toBe('You have no queued moves.');
  await south.run(`move ${id} d2-d3`);
  await expect.poll(() => south.run(`history ${id}`)).toBe('  1. South c-d2-d3\n  2. North C-e7-e6');
  await expect.poll(() => north.run(`queue ${id}`)).toBe('Waiting for your turn: e6-e7.');
  expect(await north.run(`queue ${id} clear`)).toBe('You have no queued moves. Move 3, South to move.');

  expect(await south.send(`queue ${id} x-d3-d2`)).toMatchObject({ status: 400 });
  expect(await south.run(`queue ${id} d3-d2`)).toBe(
    "It's your turn, so this move was played: c-d3-d2. You have no queued moves. Move 4, North to move.",
  );
  expect(await north.send(`queue ${id} ${'e6-e7 '.repeat(21)}`)).toMatchObject({ status: 400 });
  const live = await game('-time=5+3');
  expect(await live.south.send(`queue ${live.id} d2-d3`)).toEqual(refused(409, { code: 'not-by-days' }));
});

test('three and four players are seated in the order of their names', async () => {
  const [ann, ben, cat, dan] = [await textPlayer(), await textPlayer(), await textPlayer(), await textPlayer()];
  const three = await cat.run(`challenge ${ann.name} ${ben.name} ${cat.name}`);
  expect(lines(three)[1]).toBe(`South ${ann.name} (invited), North ${ben.name} (invited), East ${cat.name}.`);
  const four = await ann.run(`challenge -four6 -rank ${ann.name} ${ben.name} ${cat.name} ${dan.name}`);
  expect(lines(four)[0]).toMatch(/: four6, rank capture, no clock\.$/);
  expect(lines(four)[1]).toBe(
    `South ${ann.name}, West ${ben.name} (invited), North ${cat.name} (invited), East ${dan.name} (invited).`,
  );
  const id = gameIn(four);
  expect(await dan.run(`reject ${id}`)).toContain('You decline the seat. It waits for');
  expect(await dan.send(`reject ${id}`)).toMatchObject({ status: 403 });
  for (const player of [ben, cat]) await player.run(`accept ${id}`);
  expect(await dan.run(`accept ${id}`)).toBe('You take your seat. Move 1, South to move.');
  await ann.run(`resign ${id}`);
  const shown = await dan.run(`show ${id}`);
  expect(shown).toContain(`South: ${ann.name}, out`);
  expect(lines(shown).at(-1)).toBe('Move 1, West to move. Out: South.');
  expect(await ben.run(`move ${id} a5-b5`)).toContain('Move 2, North to move. Out: South.');
});

test('a member goes on vacation and returns by text; a guest needs an account', async () => {
  expect(await (await textPlayer()).send('vacation 7')).toEqual(refused(403, { code: 'needs-account' }));
  const { cookie } = await becomeMember(app.url);
  const say = async (line: string) => (await post(app.url, line, { 'content-type': 'text/plain', cookie })).text;
  expect(await say('vacation')).toMatch(/^You are not on vacation\. 30 days are left in \d{4}\.$/);
  expect(await say('vacation 7')).toMatch(
    /^You are on vacation until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. \d+ days are left/,
  );
  expect(await say('vacation 2')).not.toMatch(/^You are/);
  expect(await say('vacation end')).toMatch(/^You are not on vacation\./);
  expect(await say('vacation end')).toBe(explainToApiClient({ code: 'not-on-vacation' }));
});

test('games by link are listed only for their players', async () => {
  const { id, south, north } = await game();
  const hidden = await south.create({ seen: 'link' }, 'south');
  const stranger = await textPlayer();
  expect(await stranger.run(`games ${south.name}`)).toContain(id);
  expect(await stranger.run(`games ${south.name}`)).not.toContain(hidden);
  expect(await south.run('games')).toContain(hidden);
  expect(await stranger.send(`show ${id.slice(0, 8)}`)).toEqual(refused(404, { code: 'no-such-game' }));
  expect(await north.run('games next')).toBe(`No games are waiting for ${north.name}.`);
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
