import { explainToApiClient } from '@terrace/messages';
import { becomeMember } from '@terrace/testing/members';
import { post } from '@terrace/testing/text-player';
import { expect, test } from 'vitest';
import { refused, useTextCommands } from '../testing/text-commands.ts';

const { app, textPlayer, game } = useTextCommands();

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

test('a player keeps, replaces and deletes a private note by text, and no one else can read it', async () => {
  const { id, south, north } = await game('-days=2');
  expect(await south.run(`note ${id}`)).toBe('You have no note on this game.');
  expect(await south.run(`note ${id} Watch the far corner.`)).toBe('Your note is saved.');
  expect(await south.run(`note ${id.slice(0, 6)}`)).toBe('Watch the far corner.');
  expect(await north.run(`note ${id}`)).toBe('You have no note on this game.');
  await south.run(`note ${id} Watch both corners.`);
  await south.run(`resign ${id}`);
  expect(await south.run(`note ${id}`)).toBe('Watch both corners.');
  expect(await south.run(`note ${id} clear`)).toBe('Your note is deleted.');
  expect(await south.run(`note ${id}`)).toBe('You have no note on this game.');
  const stranger = await textPlayer();
  expect(await stranger.send(`note ${id} Mine now`)).toEqual(refused(403, { code: 'not-seated' }));
});
