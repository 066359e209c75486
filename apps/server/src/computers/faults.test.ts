import { currentPosition, type GameState } from '@terrace/game';
import { computerPlayer, DEFAULT_SETTINGS } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { newCommandId } from '../game-service/command-ids.ts';
import type { GameService } from '../game-service/service.ts';
import { player, useGames } from '../testing/games.ts';
import type { BestLine } from './best-line.ts';
import { createComputerTurns } from './turns.ts';

const games = useGames();

async function computerToMove() {
  const { service, time } = games;
  const computer = computerPlayer(3, 1);
  const host = player('host');
  const opened = await service.createTable({
    host,
    commandId: newCommandId(),
    settings: { ...DEFAULT_SETTINGS, time: null },
    side: 'north',
    reservations: [{ side: 'south', player: computer }],
  });
  if (!opened.ok) throw new Error(opened.error.code);
  const { gameId } = opened.value;
  await service.command({ gameId, by: computer, command: { type: 'sit', side: 'south' }, arrivedAt: time.now() });
  const read = async (): Promise<GameState> => {
    const state = await service.state(gameId);
    if (state === null) throw new Error('no game');
    return state;
  };
  return { gameId, read };
}

/** Computers whose engine answers as `bestLine`, with the errors that they report. */
function computersWith(bestLine: BestLine, service: Pick<GameService, 'command'> = games.service) {
  const faults: unknown[] = [];
  const turns = createComputerTurns({
    service,
    bestLine,
    offersAnswered: async () => undefined,
    onFailed: () => undefined,
    games: { follow: async () => undefined, unfollow: () => undefined },
    scheduler: games.time.scheduler,
    reportError: (error) => faults.push(error),
  });
  return { turns, faults };
}

const failing: BestLine = async () => {
  throw new Error('the engine cannot read the position');
};

test('a computer whose engine fails three times plays any legal move', async () => {
  const { gameId, read } = await computerToMove();
  const { turns, faults } = computersWith(failing);
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    turns.update(gameId, await read(), true);
    await expect.poll(() => turns.has(gameId)).toBe(false);
  }
  expect(faults).toHaveLength(3);
  expect(currentPosition(await read()).ply).toBe(2);
  turns.close();
});

test('a computer that can play no move is set aside until the game changes', async () => {
  const { gameId, read } = await computerToMove();
  const { turns, faults } = computersWith(failing, {
    async command() {
      throw new Error('the command fails');
    },
  });
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    turns.update(gameId, await read(), true);
    await expect.poll(() => turns.has(gameId)).toBe(false);
  }
  expect(faults).toHaveLength(4);
  turns.close();
});
