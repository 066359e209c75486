import { PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../game-service/games.ports.ts';
import { createVirtualTime } from '../testing/time.ts';
import type { UnreadQueries } from './inbox.ports.ts';
import { createInbox, type Numbers } from './inbox.ts';

const ann = PlayerId.parse('player-ann');

/** The messages to a player without games who connects while the unread notifications are read. */
function connecting(inboxOf: () => Promise<[]> = async () => []) {
  const { scheduler: machine, advance } = createVirtualTime();
  const reading = Promise.withResolvers<Awaited<ReturnType<UnreadQueries['unreadOf']>>>();
  const received: Numbers[] = [];
  let announceChange = (_: PlayerId): void => undefined;
  const inbox = createInbox({
    service: { state: async () => null },
    queries: { inboxOf },
    games: { follow: async () => undefined, unfollow: () => undefined },
    unread: { unreadOf: () => reading.promise },
    hiddenKinds: async () => [],
    onUnreadChanged: (listener) => {
      announceChange = listener;
    },
    broadcasts: {
      turns: (_, turns) => void received.push({ turns }),
      isWatched: () => false,
      changed: () => undefined,
    },
    machine,
    reportError: (error) => expect.unreachable(String(error)),
  });
  const connected = inbox.connect(ann, (numbers) => void received.push(numbers));
  return { inbox, reading, received, connected, announceChange, advance };
}

test('a new connection receives both numbers', async () => {
  const { reading, received, connected } = connecting();
  reading.resolve([{ gameId: null, kind: 'chat', count: 2 }]);
  await connected;
  expect(received).toEqual([{ turns: 0, unread: 2 }]);
});

test('while unread notifications cannot be read, a connection receives its turns only, and a page no numbers', async () => {
  const { inbox, reading, received, connected } = connecting();
  reading.reject(new DatabaseUnavailable());
  await connected;
  expect(received).toEqual([{ turns: 0 }]);
  expect(await inbox.attention(ann)).toBeUndefined();
});

test('a number of unread notifications that has changed while it was read is not sent', async () => {
  const { reading, received, connected, announceChange } = connecting();
  await new Promise(setImmediate); // the read has begun
  announceChange(ann);
  reading.resolve([{ gameId: null, kind: 'chat', count: 2 }]);
  await connected;
  expect(received).toEqual([{ turns: 0 }]);
});

test('a connection that closes while its numbers are read receives none', async () => {
  const { inbox, reading, received, connected } = connecting();
  await new Promise(setImmediate);
  inbox.disconnect(ann);
  reading.resolve([]);
  await connected;
  expect(received).toEqual([]);
});

test('a player whose games cannot be read at first receives the number of turns later', async () => {
  let isDown = true;
  const { reading, received, connected, advance } = connecting(async () => {
    if (isDown) throw new DatabaseUnavailable();
    return [];
  });
  reading.resolve([]);
  await connected;
  expect(received).toEqual([]);
  isDown = false;
  advance(2_000);
  await expect.poll(() => received).toEqual([{ turns: 0 }]);
});
