import { expect, test } from 'vitest';
import { useTwoNodes } from '../testing/app.ts';
import { connect, guestAt } from '../testing/client.ts';

const nodes = useTwoNodes();

test('players and spectators on different nodes hear every event of a game, each once and in order', async () => {
  const [south, north] = await Promise.all([guestAt(nodes.here), guestAt(nodes.there)]);
  const spectators = await Promise.all([connect(nodes.here, ''), connect(nodes.there, '')]);
  const gameId = await south.create({ setup: 'long', time: null }, 'south');
  await north.command(gameId, { type: 'sit', side: 'north' });
  const all = [south, north, ...spectators];
  for (const one of all) await one.request('game:watch', { gameId, after: 0 });

  const moves = [
    [south, { type: 'move', ply: 1, from: 'd2', to: 'd3' }],
    [north, { type: 'move', ply: 2, from: 'e7', to: 'e6' }],
    [south, { type: 'offer', offer: 'draw' }],
    [north, { type: 'resign' }],
  ] as const;
  for (const [who, command] of moves) expect(await who.command(gameId, command)).toMatchObject({ ok: true });

  const isOver = (events: readonly { event: { type: string } }[]) => events.at(-1)?.event.type === 'ended';
  await Promise.all(all.map((one) => one.hears(gameId, isOver)));
  const seqs = all.map((one) => one.eventsOf(gameId).map(({ seq }) => seq));
  for (const heard of seqs) expect(heard).toEqual(heard.map((_, i) => (heard[0] ?? 0) + i));
  for (const one of all) one.close();
});
