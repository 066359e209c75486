import { GameLog } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { lines, refused, useTextCommands } from '../testing/text-commands.ts';

const { app, textPlayer, game } = useTextCommands();

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

async function timeLeftAfterMove(id: string): Promise<string> {
  const { events } = GameLog.parse(await (await fetch(`${app.url}/api/games/${id}`)).json());
  const [leftMs = 0] = events.flatMap(({ event }) => (event.type === 'moved' ? [event.remainingMs ?? 0] : []));
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
