import { GameId } from '@terrace/protocol';
import { gameIn } from '@terrace/testing/text-player';
import { expect, test } from 'vitest';
import { lines, refused, useTextCommands } from '../testing/text-commands.ts';

const { textPlayer, game } = useTextCommands();

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

test('a draw is offered, rejected, offered by the opponent and accepted', async () => {
  const { id, south, north } = await game();
  for (const [player, move] of [[south, 'd2-d3'] as const, [north, 'e7-e6'] as const]) {
    await player.run(`move ${id} ${move}`);
  }
  expect(await south.run(`propose ${id}`)).toBe('You offer a draw. Move 3, South to move.');
  const answers = `Answer with “accept ${id} draw#8” or “reject ${id} draw#8”.`;
  expect(lines(await north.run(`show ${id}`)).at(-1)).toBe(`South offers a draw. ${answers}`);
  expect(lines(await south.run(`show ${id}`)).at(-1)).toBe('South offers a draw.');
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
  expect(await north.run(`abort ${id}`)).toMatch(/^You call the game off\. North called off the game\./);
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
  expect(lines(shown).slice(-2)).toEqual([
    'Move 1, West to move. Out: South.',
    expect.stringMatching(/^The move is due by \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC\.$/),
  ]);
  expect(await ben.run(`move ${id} a5-b5`)).toContain('Move 2, North to move. Out: South.');
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
