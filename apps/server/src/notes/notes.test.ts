import { MAX_NOTE_LENGTH } from '@terrace/protocol';
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
