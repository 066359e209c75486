import { randomUUID } from 'node:crypto';
import { currentPosition } from '@terrace/game';
import {
  type Command,
  CommandId,
  DEFAULT_SETTINGS,
  type GameId,
  type Player,
  PlayerId,
  type Settings,
} from '@terrace/protocol';
import { legalMoves, SETUPS, type SetupName, type Side, squareName } from '@terrace/rules';
import { afterAll, beforeAll } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { createGameService, type GameService } from '../game-service/service.ts';
import { openDatabase } from '../store/client.ts';
import { createGameStore } from '../store/games.ts';
import { createVirtualTime } from './time.ts';

export const player = (name: string): Player => ({ id: PlayerId.parse(`player-${name}`), name });

/** Players in the order of sides. After the moves, the players in `resign` resign and the others agree to a draw. */
export type Plan = Partial<Settings> & {
  readonly setup?: SetupName;
  readonly seats: readonly Player[];
  readonly moves?: number;
  readonly resign?: readonly Player[];
};

/** Errors of a service under test fail the test. */
export const reportError = (error: unknown): void => {
  throw error;
};

/** The games of a test file, played without sockets, with a separate database and a virtual clock. */
export function useGames() {
  const time = createVirtualTime({ from: Date.UTC(2026, 0, 1) });
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let databases: Record<'append' | 'play' | 'read', ReturnType<typeof openDatabase>>;
  let store: ReturnType<typeof createGameStore>;
  let service: GameService;
  beforeAll(async () => {
    fresh = await freshDatabase();
    const open = (use: 'append' | 'play' | 'read') => openDatabase(fresh.url, reportError, use);
    databases = { append: open('append'), play: open('play'), read: open('read') };
    store = createGameStore(databases);
    service = createGameService({ store, checkEligibility: async () => undefined, now: time.now, reportError });
  });
  afterAll(async () => {
    await service.close();
    await Promise.all(Object.values(databases).map((database) => database.close()));
    await fresh.drop();
  });
  return {
    time,
    play: (plan: Plan) => play(service, time.now, plan),
    get databaseUrl() {
      return fresh.url;
    },
    get prisma() {
      return databases.read.prisma;
    },
    get store() {
      return store;
    },
    get service() {
      return service;
    },
  };
}

async function play(service: GameService, now: () => number, plan: Plan): Promise<GameId> {
  const { seats, resign = [], setup = 'long', ...change } = plan;
  const sides: readonly Side[] = SETUPS[setup].seats;
  const [host] = seats;
  if (host === undefined || seats.length !== sides.length) throw new Error(`${setup} has ${sides.length} seats`);
  const opened = await service.createTable({
    host,
    commandId: newCommand(),
    settings: settingsOf(setup, change),
    side: 'south',
    reservations: [],
  });
  if (!opened.ok) throw new Error(`no table: ${opened.error.code}`);
  const { gameId } = opened.value;
  const send = async (by: Player, command: Command) => {
    const done = await service.command({ gameId, by, commandId: newCommand(), command, arrivedAt: now() });
    if (!done.ok) throw new Error(`${command.type} was refused: ${done.error.code}`);
  };
  for (const [i, side] of sides.entries()) if (i > 0) await send(seated(seats, i), { type: 'sit', side });
  for (let ply = 1; ply <= (plan.moves ?? sides.length); ply += 1) {
    const state = await service.state(gameId);
    const position = state && currentPosition(state);
    const move = position && legalMoves(position)[0];
    if (!move) throw new Error('the game ended early');
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    await send(seated(seats, sides.indexOf(position.turn)), { type: 'move', ply, from, to });
  }
  for (const loser of resign) await send(loser, { type: 'resign' });
  if (resign.length < seats.length - 1) {
    for (const each of seats) if (!resign.includes(each)) await send(each, { type: 'offer', offer: 'draw' });
  }
  return gameId;
}

const newCommand = () => CommandId.parse(randomUUID());

const settingsOf = (setup: SetupName, { seats: _, moves: __, resign: ___, ...change }: Partial<Plan>): Settings => ({
  ...DEFAULT_SETTINGS,
  setup,
  ...change,
});

function seated(seats: readonly Player[], i: number): Player {
  const found = seats[i];
  if (found === undefined) throw new Error(`seat ${i} has no player`);
  return found;
}
