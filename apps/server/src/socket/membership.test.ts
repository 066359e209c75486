import type { ChatMessage, GameId } from '@terrace/protocol';
import { connect, guestAt, guestsAt, retryWhenLimited } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { expect, test } from 'vitest';
import { copyGame } from '../testing/copy-game.ts';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();

type Guest = Awaited<ReturnType<typeof guestAt>>;

function listen(guest: Guest): string[] {
  const received: string[] = [];
  guest.socket.on('chat:said', ({ message }: { message: ChatMessage }) => received.push(message.text));
  return received;
}

const sendChat = (guest: Guest, gameId: GameId, text: string) => guest.request('chat:say', { gameId, text });

test('a player who leaves a seat receives only the spectators’ chat, in every tab, without asking', async () => {
  const [host, east, west] = await guestsAt(app.url, app.url, app.url);
  const gameId = await host.create({ setup: 'three' }, 'south');
  await east.command(gameId, { type: 'sit', side: 'east' });
  const secondTab = { ...(await connect(app.url, east.cookie)), player: east.player, cookie: east.cookie };
  for (const one of [host, east, secondTab, west]) await one.request('chat:join', { gameId });
  const [received, receivedInSecondTab] = [listen(east), listen(secondTab)];
  await sendChat(host, gameId, 'Welcome.');
  await expect.poll(() => [received, receivedInSecondTab]).toEqual([['Welcome.'], ['Welcome.']]);

  await east.command(gameId, { type: 'leave' });
  await sendChat(host, gameId, 'Between us.');
  await sendChat(west, gameId, 'Who sits down?');
  await expect
    .poll(() => [received, receivedInSecondTab])
    .toEqual([
      ['Welcome.', 'Who sits down?'],
      ['Welcome.', 'Who sits down?'],
    ]);
});

test('a spectator who sits down receives only the players’ chat until the end, without asking', async () => {
  const [host, north, other] = await guestsAt(app.url, app.url, app.url);
  const gameId = await host.create({}, 'south');
  for (const one of [host, north, other]) await one.request('chat:join', { gameId });
  const received = listen(north);
  await north.command(gameId, { type: 'sit', side: null });
  await sendChat(other, gameId, 'North should go left.');
  await sendChat(host, gameId, 'Good luck.');
  await expect.poll(() => received).toEqual(['Good luck.']);
  await host.command(gameId, { type: 'resign' });
  await sendChat(other, gameId, 'What a game.');
  await expect.poll(() => received).toEqual(['Good luck.', 'What a game.']);
});

test('a seat taken or left while joining the chat changes the rooms', async () => {
  const [host, north] = await guestsAt(app.url, app.url);
  for (let n = 0; n < 4; n += 1) {
    const gameId = await host.create({}, 'south');
    const received = listen(north);
    await Promise.all([
      north.request('chat:join', { gameId }),
      north.command(gameId, { type: 'sit', side: null }),
      north.request('chat:join', { gameId }),
    ]);
    await sendChat(host, gameId, `Hello ${n}.`);
    await expect.poll(() => received).toEqual([`Hello ${n}.`]);
    north.socket.off('chat:said');
  }
});

test('a client that stops watching a game receives no more events or chat', async () => {
  const { gameId, south } = await aGame(app.url).started();
  const [watcher, other] = await guestsAt(app.url, app.url);
  for (const one of [watcher, other]) {
    await one.request('game:watch', { gameId, after: 0 });
    await one.request('chat:join', { gameId });
  }
  const [received, receivedByOther] = [listen(watcher), listen(other)];
  await watcher.request('chat:leave', { gameId });
  await sendChat(other, gameId, 'Still here?');
  await expect.poll(() => receivedByOther).toEqual(['Still here?']);
  await watcher.request('chat:join', { gameId });
  await watcher.request('game:unwatch', { gameId }); // as an older page does
  await sendChat(other, gameId, 'Alone.');
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await other.waitForEvents(gameId, (events) => events.length > 0);
  expect([received, watcher.eventsOf(gameId)]).toEqual([[], []]);
});

test('leaving a game while it is still being opened removes its spectator', async () => {
  const { gameId, south } = await aGame(app.url).started();
  await south.request('game:watch', { gameId, after: 0 });
  const hasty = await guestAt(app.url);
  for (let n = 0; n < 10; n += 1) {
    await Promise.all([
      hasty.request('game:watch', { gameId, after: 0 }),
      hasty.request('chat:join', { gameId }),
      hasty.request('game:unwatch', { gameId }),
    ]);
  }
  const watched = await south.request('game:watch', { gameId, after: 0 });
  expect(watched).toMatchObject({ ok: true, value: { presence: { watching: 0 } } });
  const received = listen(hasty);
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await sendChat(south, gameId, 'Any spectators?');
  await hasty.request('time:now', {});
  expect([received, hasty.eventsOf(gameId)]).toEqual([[], []]);
});

test('one tab can follow more games in succession than it may follow at once', async () => {
  const host = await guestAt(app.url);
  const games = await copyGame(app.databaseUrl, await host.create({}, 'south'), 120);
  const tab = await guestAt(app.url);
  const refused: unknown[] = [];
  for (const gameId of games) {
    for (const answer of [
      await retryWhenLimited(() => tab.request('game:watch', { gameId, after: 0 })),
      await retryWhenLimited(() => tab.request('chat:join', { gameId })),
      await tab.request('game:unwatch', { gameId }),
    ]) {
      if (!answer.ok) refused.push(answer.refusal);
    }
  }
  expect(refused).toEqual([]);
  const last = games.at(-1);
  if (last === undefined) throw new Error('there are games');
  await retryWhenLimited(() => tab.request('game:watch', { gameId: last, after: 0 }));
  await host.command(last, { type: 'leave' });
  await tab.waitForEvents(last, (events) => events.some(({ event }) => event.type === 'closed'));
});
