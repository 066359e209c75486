import { randomUUID } from 'node:crypto';
import { type Command, CommandId, DEFAULT_SETTINGS, type GameId, GameRow, type Player } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { player, useGames } from '../testing/games.ts';

const games = useGames();
const [ann, ben, cleo] = [player('ann'), player('ben'), player('cleo')];

const send = async (gameId: GameId, by: Player, command: Command) =>
  expect(
    await games.service.command({
      gameId,
      by,
      command,
      commandId: CommandId.parse(randomUUID()),
      arrivedAt: games.time.now(),
    }),
  ).toMatchObject({ ok: true });

/** Ann is South, Ben North and Cleo East. North can take East's T. */
async function begun(): Promise<GameId> {
  const opened = await games.service.createTable({
    host: ann,
    commandId: CommandId.parse(randomUUID()),
    settings: {
      ...DEFAULT_SETTINGS,
      setup: 'custom',
      position: "d'c'1T4/2t'c'4/4b'3/4BBc1/b5b1/8/3t2D1/8 n sne 0 1",
    },
    side: 'south',
    reservations: [],
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const { gameId } = opened.value;
  await send(gameId, ben, { type: 'sit', side: 'north' });
  await send(gameId, cleo, { type: 'sit', side: 'east' });
  return gameId;
}

async function placesIn(gameId: GameId) {
  const { seats } = await games.prisma.game.findUniqueOrThrow({ where: { id: gameId } });
  return Object.fromEntries(GameRow.shape.seats.parse(seats).map(({ side, place }) => [side, place]));
}

test('the row of a game has the place of a side whose T is taken, until the game is over', async () => {
  const gameId = await begun();
  expect(await placesIn(gameId)).toEqual({});
  await send(gameId, ben, { type: 'move', ply: 1, from: 'c7', to: 'd8' });
  expect(await placesIn(gameId)).toEqual({ east: 3 });
  await send(gameId, ben, { type: 'resign' });
  expect(await placesIn(gameId)).toEqual({});
});

test('the row of a game has the place of a player who resigned, and a takeback of a capture removes the place', async () => {
  const resigned = await begun();
  await send(resigned, ann, { type: 'resign' });
  expect(await placesIn(resigned)).toEqual({ south: 3 });
  const gameId = await begun();
  await send(gameId, ben, { type: 'move', ply: 1, from: 'c7', to: 'd8' });
  await send(gameId, ben, { type: 'offer', offer: 'takeback' });
  const state = await games.service.state(gameId);
  const { seq } = state?.offers.takeback ?? { seq: 0 };
  await send(gameId, ann, { type: 'accept', offer: 'takeback', seq });
  expect(await placesIn(gameId)).toEqual({});
});
