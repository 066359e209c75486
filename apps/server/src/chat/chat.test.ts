import type { ChatMessage } from '@terrace/protocol';
import { connect, guestsAt } from '@terrace/testing/client';
import { aGame, type Person } from '@terrace/testing/games';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();

async function talkingGame() {
  const { gameId, south, north } = await aGame(app.url).started();
  const [ann, ben] = await guestsAt(app.url, app.url);
  const people = [south, north, ann, ben];
  const received = new Map(people.map((one): [Person, string[]] => [one, []]));
  for (const one of people) {
    one.socket.on('chat:said', ({ message }: { message: ChatMessage }) => received.get(one)?.push(message.text));
    await one.request('chat:join', { gameId });
  }
  return { gameId, south, north, ann, ben, received };
}

test('players and spectators have separate rooms, and players receive spectator messages after the game ends', async () => {
  const { gameId, south, north, ann, ben, received } = await talkingGame();
  await south.request('chat:say', { gameId, text: 'Good game.' });
  await ann.request('chat:say', { gameId, text: 'A fine terrace.' });
  await expect.poll(() => [received.get(north), received.get(ben)]).toEqual([['Good game.'], ['A fine terrace.']]);

  await north.command(gameId, { type: 'resign' });
  await ben.request('chat:say', { gameId, text: 'Well played.' });
  await expect.poll(() => received.get(north)).toEqual(['Good game.', 'Well played.']);
  const back = await north.request('chat:join', { gameId });
  expect(back.ok && back.value.messages.map(({ text }) => text)).toEqual([
    'Good game.',
    'A fine terrace.',
    'Well played.',
  ]);
});

test('new and earlier messages from a blocked player are hidden', async () => {
  const { gameId, south, north, received } = await talkingGame();
  await north.request('chat:say', { gameId, text: 'Hurry up.' });
  await expect.poll(() => received.get(south)).toEqual(['Hurry up.']);
  await south.request('chat:block', { playerId: north.player.id, on: true });
  await north.request('chat:say', { gameId, text: 'Hurry.' });
  const again = await south.request('chat:join', { gameId });
  expect(again.ok && again.value.messages).toEqual([]);
  expect(received.get(south)).toEqual(['Hurry up.']);
});

test('blocking and unblocking take effect immediately in every tab of the player', async () => {
  const { gameId, south, north, received } = await talkingGame();
  const tab = await connect(app.url, south.cookie);
  const receivedInTab: string[] = [];
  tab.socket.on('chat:said', ({ message }: { message: ChatMessage }) => receivedInTab.push(message.text));
  await tab.request('chat:join', { gameId });
  await tab.request('chat:block', { playerId: north.player.id, on: true });
  await north.request('chat:say', { gameId, text: 'Hurry up.' });
  await south.request('chat:block', { playerId: north.player.id, on: false });
  await north.request('chat:say', { gameId, text: 'Sorry.' });
  await expect.poll(() => [received.get(south), receivedInTab]).toEqual([['Sorry.'], ['Sorry.']]);
  tab.close();
});

test('only players who can read a message can report it', async () => {
  const { gameId, south, north, ann } = await talkingGame();
  const said = await south.request('chat:say', { gameId, text: 'Something rude.' });
  const messageId = said.ok ? said.value.id : 0;
  expect(await ann.request('chat:report', { messageId, reason: 'Rude.' })).toMatchObject({
    refusal: { code: 'no-such-message' },
  });
  expect(await north.request('chat:report', { messageId, reason: 'Rude.' })).toMatchObject({ ok: true });
});
