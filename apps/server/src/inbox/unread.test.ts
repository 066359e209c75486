import { type Attention, PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../game-service/games.ports.ts';
import type { UnreadQueries } from './inbox.ports.ts';
import { createInbox } from './inbox.ts';

const ann = PlayerId.parse('player-ann');

/** The messages to a player without games who connects while the unread notifications are read. */
function connecting() {
  const reading = Promise.withResolvers<Awaited<ReturnType<UnreadQueries['unreadOf']>>>();
  const received: (Attention | { readonly turns: number })[] = [];
  const inbox = createInbox({
    service: { state: async () => null },
    queries: { inboxOf: async () => [] },
    games: { follow: async () => undefined, unfollow: () => undefined },
    unread: { unreadOf: () => reading.promise },
    hiddenKinds: async () => [],
    broadcasts: {
      turns: (_, turns) => void received.push({ turns }),
      isWatched: () => false,
      changed: () => undefined,
    },
    reportError: (error) => expect.unreachable(String(error)),
  });
  const connected = inbox.connect(ann, (attention) => void received.push(attention));
  return { inbox, reading, received, connected };
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
  const { inbox, reading, received, connected } = connecting();
  await new Promise(setImmediate); // the read has begun
  inbox.unreadChanged(ann);
  reading.resolve([{ gameId: null, kind: 'chat', count: 2 }]);
  await connected;
  expect(received).toEqual([{ turns: 0 }]);
});
