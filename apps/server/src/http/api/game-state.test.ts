import { GameNow } from '@terrace/protocol';
import { aGame } from '@terrace/testing/games';
import { request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';

const app = useTestApp();

const stateOf = async (gameId: string, cookie?: string) =>
  GameNow.parse((await request(app.url, `/api/games/${gameId}/state`, { ...(cookie && { cookie }) })).body);

test('one request returns position, sides, turn, clocks, deadline, offers and chat of a game', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  await south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await north.commandOrThrow(gameId, { type: 'offer', offer: 'draw' });
  await south.request('chat:say', { gameId, text: 'Good luck!' });
  const state = await stateOf(gameId, north.cookie);
  expect(state).toMatchObject({
    id: gameId,
    status: 'live',
    ply: 2,
    turn: 'north',
    mySide: 'north',
    last: { from: 'd2', to: 'd3' },
    offers: [{ offer: 'draw', by: 'north', agreed: ['north'] }],
    result: null,
    chat: [{ text: 'Good luck!', by: { id: south.player.id } }],
  });
  expect(state.seats.map(({ side, player }) => [side, player?.id])).toEqual([
    ['south', south.player.id],
    ['north', north.player.id],
  ]);
  expect(state.board.split('\n')).toHaveLength(9);
  expect(state.deadlineAt).toBe(state.now + (state.seats[1]?.remainingMs ?? 0));
});

test('a spectator sees no chat of the players', async () => {
  const { gameId, south } = await aGame(app.url).days(1).started();
  await south.request('chat:say', { gameId, text: 'Between us.' });
  const stranger = await stateOf(gameId);
  expect([stranger.mySide, stranger.chat]).toEqual([null, []]);
});

test('the state has the conditional moves of its caller, and never those of others', async () => {
  const { gameId, south, north } = await aGame(app.url).days(1).started();
  const [theirs, mine] = [
    { from: 'd2', to: 'd3' },
    { from: 'e7', to: 'e6' },
  ];
  const moves = [theirs, mine].map((move, i) => ({ depth: i + 1, move }));
  expect(await north.request('conditional:set', { gameId, ply: 1, moves })).toMatchObject({ ok: true });
  expect((await stateOf(gameId, north.cookie)).conditionalMoves).toEqual({ ply: 1, moves });
  expect((await stateOf(gameId, south.cookie)).conditionalMoves).toEqual({ ply: 1, moves: [] });
  expect((await stateOf(gameId)).conditionalMoves).toBeNull();
  await south.commandOrThrow(gameId, { type: 'move', ply: 1, ...theirs });
  await expect.poll(async () => (await stateOf(gameId, north.cookie)).last).toEqual(mine);
  expect((await stateOf(gameId, north.cookie)).conditionalMoves?.moves).toEqual([]);
});

test('the state of a finished game has its result, and an unknown game is refused', async () => {
  const { gameId, south } = await aGame(app.url).untimed().started();
  await south.commandOrThrow(gameId, { type: 'resign' });
  expect(await stateOf(gameId)).toMatchObject({ turn: null, deadlineAt: null });
  expect((await request(app.url, '/api/games/AbCdEfGhIjKl/state')).status).toBe(404);
});
