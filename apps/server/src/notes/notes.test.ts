import { MAX_NOTE_LENGTH, MAX_VARIATION_MOVES } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';

const app = useTestApp();

test('a note on a game is stored for its author alone, and stays readable after the game', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  const read = (client: typeof south) => client.request('note:get', { gameId });
  expect(await read(south)).toEqual({ ok: true, value: { text: '' } });
  expect(await south.request('note:set', { gameId, text: 'Watch the far corner.' })).toEqual({ ok: true, value: {} });
  expect(await read(north)).toEqual({ ok: true, value: { text: '' } });
  await north.command(gameId, { type: 'resign' });
  expect(await read(south)).toEqual({ ok: true, value: { text: 'Watch the far corner.' } });
  expect(await south.request('note:set', { gameId, text: '' })).toMatchObject({ ok: true });
  expect(await app.database.prisma.gameNote.count({ where: { gameId } })).toBe(0);
});

test('a spectator can store no note, and a note has a limit', async () => {
  const { gameId, south } = await aGame(app.url).days(1).started();
  const spectator = await guestAt(app.url);
  expect(await spectator.request('note:set', { gameId, text: 'Hello.' })).toMatchObject({
    ok: false,
    refusal: { code: 'not-seated' },
  });
  expect(await south.request('note:set', { gameId, text: 'x'.repeat(MAX_NOTE_LENGTH + 1) })).toMatchObject({
    ok: false,
    refusal: { code: 'malformed' },
  });
});

test('variations are stored for their author alone, next to the note', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  const read = (client: typeof south) => client.request('variations:get', { gameId });
  const notes = () => app.database.prisma.gameNote.findMany({ where: { gameId } });
  const moves = ['1 d2d3', '2 e7e6', '2 -north', '1 e2e3'];
  expect(await south.request('variations:set', { gameId, moves })).toEqual({ ok: true, value: {} });
  await south.request('note:set', { gameId, text: 'Try the far corner.' });
  expect(await read(south)).toEqual({ ok: true, value: { moves } });
  expect(await read(north)).toEqual({ ok: true, value: { moves: [] } });

  await south.request('note:set', { gameId, text: '' });
  expect(await read(south)).toEqual({ ok: true, value: { moves } });
  await south.request('note:set', { gameId, text: 'Try the far corner.' });
  await south.request('variations:set', { gameId, moves: [] });
  expect(await notes()).toMatchObject([{ text: 'Try the far corner.', variations: null }]);
  await south.request('note:set', { gameId, text: '' });
  expect(await notes()).toEqual([]);
});

test('variations of the maximum size fit into a message, and larger ones are rejected', async () => {
  const { gameId, south } = await aGame(app.url).days(1).started();
  const moves = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1} a1b2`);
  const set = (all: readonly string[]) => south.request('variations:set', { gameId, moves: [...all] });
  expect(await set(moves(MAX_VARIATION_MOVES))).toMatchObject({ ok: true });
  const malformed = { ok: false, refusal: { code: 'malformed' } };
  expect(await set(moves(MAX_VARIATION_MOVES + 1))).toMatchObject(malformed);
  for (const bad of ['0 a1b2', '1 a1', '1 a1b9', '1 -up', 'a1b2']) expect(await set([bad])).toMatchObject(malformed);
  expect(await (await guestAt(app.url)).request('variations:set', { gameId, moves: [] })).toMatchObject({
    ok: false,
    refusal: { code: 'not-seated' },
  });
});
