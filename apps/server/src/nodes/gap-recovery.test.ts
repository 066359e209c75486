import type { ChatMessage } from '@terrace/protocol';
import { connect } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useTwoNodesBehindProxy } from '../testing/app.ts';

const nodes = useTwoNodesBehindProxy();

/** Shorter than the silence after which a node counts as gone. */
const STEP_MS = 500;

function collectMessages({ socket }: Awaited<ReturnType<typeof connect>>): string[] {
  const received: string[] = [];
  socket.on('chat:said', ({ message }: { message: ChatMessage }) => received.push(message.text));
  return received;
}

test('while Redis is unreachable, signing out on one node closes sockets on the other, and chat arrives through Postgres, each message once', async () => {
  const member = await memberAt(nodes.here);
  const tab = await connect(nodes.there, member.cookie);
  const { gameId, south, north } = await aGame(nodes.here, nodes.there).started();
  const spectator = await connect(nodes.there, '');
  for (const one of [north, spectator]) await one.request('chat:join', { gameId });
  const [players, spectators] = [collectMessages(north), collectMessages(spectator)];
  await south.request('chat:say', { gameId, text: 'Hello.' });
  await expect.poll(() => players).toEqual(['Hello.']);

  nodes.redis().disconnect();
  let isClosed = false;
  tab.socket.once('disconnect', () => {
    isClosed = true;
  });
  expect(await request(nodes.here, '/api/account/sign-out', { method: 'POST', cookie: member.cookie })).toMatchObject({
    status: 200,
  });
  await south.request('chat:say', { gameId, text: 'Can you hear me?' });
  await north.request('chat:say', { gameId, text: 'From afar.' });
  await expect.poll(nodes.machine.advancing(STEP_MS, () => isClosed)).toBe(true);
  await expect.poll(nodes.machine.advancing(STEP_MS, () => players.length)).toBe(3);

  nodes.redis().reconnect();
  await south.request('chat:say', { gameId, text: 'And now?' });
  await expect.poll(nodes.machine.advancing(STEP_MS, () => players.length)).toBe(4);
  expect(players.toSorted()).toEqual(['And now?', 'Can you hear me?', 'From afar.', 'Hello.']);
  expect(spectators).toEqual([]);
  for (const one of [member, south, north, spectator, tab]) one.close();
});
