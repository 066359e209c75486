import { ChatMessage, GameId, PlayerId } from '@terrace/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeConnection } from '#lib/net/testing/fake-connection.ts';
import { Chat } from './chat.svelte.ts';

const id = GameId.parse('game00000001');
const me = PlayerId.parse('player-me');
const ann = { id: PlayerId.parse('player-ann'), name: 'Ann' };
const message = (n: number, text = `word ${n}`) => ChatMessage.parse({ id: n, room: 'players', at: n, by: ann, text });

function server() {
  const record: ChatMessage[] = [];
  const connection = new FakeConnection((name) =>
    name === 'chat:join'
      ? { ok: true, value: { messages: [...record] } }
      : { ok: false, refusal: { code: 'too-talkative', retryMs: 2000 } },
  );
  const chat = new Chat(connection.asConnection, { id, events: [] }, me, () => ['players']);
  const subscribe = () => {
    const lifetime = new AbortController();
    chat.subscribe(lifetime.signal);
    return lifetime;
  };
  const broadcast = (message: ChatMessage) => connection.broadcast('chat:said', { gameId: id, message });
  return { chat, subscribe, record, connection, broadcast };
}

const otherTabs = new EventTarget();
beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('addEventListener', otherTabs.addEventListener.bind(otherTabs));
  return () => vi.unstubAllGlobals();
});
const settle = () => vi.waitFor(() => Promise.resolve());

test('messages missed while disconnected arrive with the next connect, each once', async () => {
  const { chat, subscribe, record, broadcast, connection } = server();
  record.push(message(1));
  subscribe();
  await settle();
  broadcast(message(2));
  record.push(message(2), message(3));
  connection.connect();
  await settle();
  expect(chat.messages.map(({ id: n }) => n)).toEqual([1, 2, 3]);
});

test('leaving the page leaves the chat', async () => {
  const { subscribe, connection } = server();
  const lifetime = subscribe();
  await settle();
  expect(connection.sent('chat:leave')).toEqual([]);
  lifetime.abort();
  expect(connection.sent('chat:leave')).toEqual([{ gameId: id }]);
});

test('only messages after the page was opened count as unread, until they are marked as read', async () => {
  const { chat, subscribe, record, broadcast } = server();
  record.push(message(1));
  subscribe();
  await settle();
  expect(chat.unread(['players'])).toBe(0);
  broadcast(message(2));
  expect([chat.unread(['players']), chat.unread(['watchers'])]).toEqual([1, 0]);
  chat.markRead('players');
  expect(chat.unread(['players'])).toBe(0);
});

test('a muted player stays hidden after a reload, until unmuted', async () => {
  const { chat, subscribe, record, connection } = server();
  record.push(message(1));
  subscribe();
  await settle();
  await chat.setHidden('muted', ann, true);
  expect(chat.messages).toEqual([]);
  expect(connection.sent('chat:block')).toEqual([]);
  const later = server();
  later.record.push(message(1));
  later.subscribe();
  await settle();
  expect(later.chat.messages).toEqual([]);
  await later.chat.setHidden('muted', ann, false);
  expect(later.chat.messages).toHaveLength(1);
});

test('a player hidden in another tab is hidden in this one at once', async () => {
  const [here, there] = [server(), server()];
  here.record.push(message(1));
  const lifetime = here.subscribe();
  there.subscribe();
  await settle();
  await there.chat.setHidden('muted', ann, true);
  otherTabs.dispatchEvent(new Event('storage'));
  expect(here.chat.messages).toEqual([]);
  lifetime.abort();
});

test('a refused message returns the explanation', async () => {
  const { chat } = server();
  expect(await chat.send('again')).toBe("You're sending messages too quickly. Wait 2 s, then send this one.");
});
