import type { ChatMessage } from '@terrace/protocol';
import { expect, test, vi } from 'vitest';
import { useTwoNodesOnOwnRedis } from '../testing/app.ts';
import { connect, guestAt } from '../testing/client.ts';
import { memberAt, request } from '../testing/members.ts';
import { startRedis } from '../testing/redis.ts';

vi.setConfig({ testTimeout: 60_000 }); // nodes take some seconds to know that they do not hear each other

const nodes = useTwoNodesOnOwnRedis();

/** Everything that is said to a connection, by its text. */
function listen({ socket }: Awaited<ReturnType<typeof connect>>): string[] {
  const heard: string[] = [];
  socket.on('chat:said', ({ message }: { message: ChatMessage }) => heard.push(message.text));
  return heard;
}

test('while Redis is away, who is signed out at one node is hung up on at the other, and talk comes from the database, each message once', async () => {
  const member = await memberAt(nodes.here);
  const tab = await connect(nodes.there, member.cookie);
  const [south, north, spectator] = await Promise.all([
    guestAt(nodes.here),
    guestAt(nodes.there),
    connect(nodes.there, ''),
  ]);
  const gameId = await south.create({}, 'south');
  await north.command(gameId, { type: 'sit', side: null });
  for (const one of [north, spectator]) await one.request('chat:join', { gameId });
  const [players, spectators] = [listen(north), listen(spectator)];
  await south.request('chat:say', { gameId, text: 'Hello.' });
  await expect.poll(() => players).toEqual(['Hello.']);

  const { port } = new URL(nodes.redis().url);
  await nodes.redis().stop();
  const hungUp = new Promise<unknown>((resolve) => tab.socket.once('disconnect', resolve));
  expect(await request(nodes.here, '/api/account/sign-out', { method: 'POST', cookie: member.cookie })).toMatchObject({
    status: 200,
  });
  await south.request('chat:say', { gameId, text: 'Can you hear me?' });
  await north.request('chat:say', { gameId, text: 'From afar.' });
  await hungUp;
  await vi.waitFor(() => expect(players).toHaveLength(3), { timeout: 30_000 });

  const redis = await startRedis(Number(port));
  try {
    await south.request('chat:say', { gameId, text: 'And now?' });
    await vi.waitFor(() => expect(players).toHaveLength(4), { timeout: 30_000 });
    expect(players.toSorted()).toEqual(['And now?', 'Can you hear me?', 'From afar.', 'Hello.']);
    expect(spectators).toEqual([]);
  } finally {
    await redis.stop();
  }
  for (const one of [member, south, north, spectator, tab]) one.close();
});
