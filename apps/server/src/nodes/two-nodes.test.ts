import { type ChatMessage, GameLog, PlayerLobby, PlayerNotification, RatedGame } from '@terrace/protocol';
import { guestAt, guestsAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { memberAt, newName, signUp } from '@terrace/testing/members';
import { nextEvent, readStream } from '@terrace/testing/stream';
import { expect, test } from 'vitest';
import { useTwoNodes } from '../testing/app.ts';

const nodes = useTwoNodes();

const untimed = { setup: 'short', time: null } as const;
const move = (ply: number, from: string, to: string) => ({ type: 'move', ply, from, to }) as const;

test('a game stream on one node delivers every event from the other, once and in order', async () => {
  const [south, north] = await Promise.all([guestAt(nodes.here), guestAt(nodes.here)]);
  const gameId = await south.create(untimed, 'south');
  const stream = readStream(`${nodes.there}/api/games/${gameId}/stream`);
  expect(await nextEvent(stream)).toMatchObject({ id: '1', event: 'created' });
  await north.command(gameId, { type: 'sit', side: null });
  await south.command(gameId, move(1, 'b1', 'b2'));
  await north.command(gameId, move(2, 'g8', 'g7'));
  await north.command(gameId, { type: 'resign' });
  const rest: string[] = [];
  for await (const { id, event } of stream) rest.push(`${id} ${event}`);
  const { events } = GameLog.parse(await (await fetch(`${nodes.here}/api/games/${gameId}`)).json());
  expect(rest).toEqual(events.slice(1).map(({ seq, event }) => `${seq} ${event.type}`));
  for (const each of [south, north]) each.close();
});

test('a player stream on one node notifies of invitations, turns and game ends on the other', async () => {
  const [ann, ben] = await Promise.all([guestAt(nodes.here), guestAt(nodes.there)]);
  const cut = new AbortController();
  const stream = readStream(`${nodes.there}/api/me/stream`, { cookie: ben.cookie }, cut.signal);
  const begun = await ben.create(untimed, 'north');
  await ann.command(begun, { type: 'sit', side: null });
  await ann.command(begun, move(1, 'b1', 'b2'));
  const nextNotification = async () => PlayerNotification.parse((await nextEvent(stream)).data);
  expect(await nextNotification()).toEqual({ type: 'turn', gameId: begun, side: 'north', ply: 2 });
  await ben.command(begun, move(2, 'g8', 'g7'));
  await ann.command(begun, move(3, 'b2', 'b1'));
  expect(await nextNotification()).toEqual({ type: 'turn', gameId: begun, side: 'north', ply: 4 });
  const gameId = await ann.create(untimed, 'south', { reserved: [{ side: 'north', name: ben.player.name }] });
  expect(await nextNotification()).toEqual({ type: 'invited', gameId, side: 'north', by: ann.player });
  await ann.command(begun, { type: 'resign' });
  expect(await nextNotification()).toMatchObject({ type: 'ended', gameId: begun, result: { winner: 'north' } });
  cut.abort();
  for (const each of [ann, ben]) each.close();
});

test('players and spectators on different nodes receive only the chat of their own room', async () => {
  const { gameId, south, north } = await aGame(nodes.here, nodes.there).started();
  const [ann, ben] = await guestsAt(nodes.here, nodes.there);
  const received = new Map([south, north, ann, ben].map((one): [unknown, string[]] => [one, []]));
  for (const one of [south, north, ann, ben]) {
    one.socket.on('chat:said', ({ message }: { message: ChatMessage }) => received.get(one)?.push(message.text));
    await one.request('chat:join', { gameId });
  }
  await south.request('chat:say', { gameId, text: 'Good game.' });
  await ben.request('chat:say', { gameId, text: 'A fine terrace.' });
  await expect.poll(() => [received.get(north), received.get(ann)]).toEqual([['Good game.'], ['A fine terrace.']]);
  await north.command(gameId, { type: 'resign' });
  await ann.request('chat:say', { gameId, text: 'Well played.' });
  await expect.poll(() => received.get(north)).toEqual(['Good game.', 'Well played.']);
  for (const each of [south, north, ann, ben]) each.close();
});

test('when a rated game ends on one node, the other node publishes the new ratings', async () => {
  const [south, north] = [await memberAt(nodes.here), await memberAt(nodes.there)];
  const rated: RatedGame[] = [];
  const { gameId } = await aGame(nodes.here).among(south, north).with({ rated: true }).started();
  north.socket.on('game:rated', (message: unknown) => rated.push(RatedGame.parse(message)));
  await north.request('game:watch', { gameId, after: 0 });
  await south.command(gameId, move(1, 'd2', 'd3'));
  await north.command(gameId, move(2, 'e7', 'e6'));
  await south.command(gameId, { type: 'resign' });
  await expect.poll(() => rated.length).toBe(1);
  expect(rated[0]).toMatchObject({ gameId, kind: 'blitz' });
  const won = rated[0]?.changes.find(({ side }) => side === 'north')?.after;

  const { gameId: second } = await aGame(nodes.here).among(north, south).with({ rated: true }).started();
  for (const url of [nodes.here, nodes.there]) {
    const shown = async () => {
      const { view } = PlayerLobby.parse(await (await fetch(`${url}/api/lobby`)).json());
      const seats = view.featured.games.find(({ id }) => id === second)?.seats;
      return seats?.find(({ player }) => player.id === north.player.id)?.rating?.value;
    };
    await expect.poll(shown).toBe(won);
  }
  for (const each of [south, north]) each.close();
});

test('a rename on one node changes the name on the other, in a live game and its log', async () => {
  const { gameId, south, north } = await aGame(nodes.here, nodes.there).started();
  await south.request('game:watch', { gameId, after: 0 });
  const name = newName();
  await signUp(nodes.there, name, north.cookie);
  await south.waitForEvents(gameId, (events) =>
    events.some(({ event }) => event.type === 'renamed' && event.player.name === name),
  );
  for (const url of [nodes.here, nodes.there]) {
    const log = async () => (await fetch(`${url}/api/games/${gameId}`)).text();
    await expect.poll(log).not.toContain(north.player.name);
    expect(await log()).toContain(name);
  }
  for (const each of [south, north]) each.close();
});
