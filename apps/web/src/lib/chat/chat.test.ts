import { ChatMessage, GameId, PlayerId } from '@terrace/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeConnection } from '#lib/net/fake-connection.ts';
import { Chat } from './chat.svelte.ts';

const id = GameId.parse('game00000001');
const me = PlayerId.parse('player-me');
const ann = { id: PlayerId.parse('player-ann'), name: 'Ann' };
const message = (n: number, text = `word ${n}`) => ChatMessage.parse({ id: n, room: 'players', at: n, by: ann, text });

/** A server with some messages on record. */
function server() {
  const record: ChatMessage[] = [];
  const connection = new FakeConnection((name) =>
    name === 'chat:join'
      ? { ok: true, value: { messages: [...record] } }
      : { ok: false, refusal: { code: 'too-talkative', retryMs: 2000 } },
  );
  const talk = new Chat(connection.asConnection, id, me, []);
  const follow = () => talk.follow(new AbortController().signal);
  const say = (message: ChatMessage) => connection.broadcast('chat:said', { gameId: id, message });
  return { talk, follow, record, connection, say };
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});
const settle = () => vi.waitFor(() => Promise.resolve());

test('what was missed while away comes with the next connect, each message once', async () => {
  const { talk, follow, record, say, connection } = server();
  record.push(message(1));
  follow();
  await settle();
  say(message(2));
  record.push(message(2), message(3));
  connection.connect();
  await settle();
  expect(talk.messages.map(({ id: n }) => n)).toEqual([1, 2, 3]);
});

test('what was said before one came is no news; what comes after is, until it is seen', async () => {
  const { talk, follow, record, say } = server();
  record.push(message(1));
  follow();
  await settle();
  expect(talk.unread(['players'])).toBe(0);
  say(message(2));
  expect([talk.unread(['players']), talk.unread(['watchers'])]).toEqual([1, 0]);
  talk.see('players');
  expect(talk.unread(['players'])).toBe(0);
});

test('a muted player is not heard here, nor after a reload, until taken back', async () => {
  const { talk, follow, record, connection } = server();
  record.push(message(1));
  follow();
  await settle();
  await talk.hide('muted', ann, true);
  expect(talk.messages).toEqual([]);
  expect(connection.sent('chat:block')).toEqual([]);
  const later = server();
  later.record.push(message(1));
  later.follow();
  await settle();
  expect(later.talk.messages).toEqual([]);
  await later.talk.hide('muted', ann, false);
  expect(later.talk.messages).toHaveLength(1);
});

test('a refusal is told in its sentence', async () => {
  const { talk } = server();
  expect(await talk.say('again')).toBe('That is a lot of talk at once. Wait 2 s and say it then.');
});
