import { randomUUID } from 'node:crypto';
import { positionOf } from '@terrace/game';
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
import { createGameService, type GameService } from '../game/service.ts';
import type { GameStore } from '../game/store.ts';

export const player = (name: string): Player => ({ id: PlayerId.parse(`player-${name}`), name });

/** How a game is to go: who sits where, what it is, how many moves, and who gives up then; the rest agree to a draw. */
export type Plan = Partial<Settings> & {
  readonly setup?: SetupName;
  readonly seats: readonly Player[];
  readonly moves?: number;
  readonly resign?: readonly Player[];
};

/** A service on a store with a clock to be set, for games played without a socket. */
export function gamesOn(store: GameStore, report: (error: unknown) => void) {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const service = createGameService({ store, checkEligibility: async () => undefined, now: () => clock.now, report });
  return { clock, service, play: (plan: Plan) => play(service, () => clock.now, plan) };
}

/** Plays a whole game, a second a move: the first legal ones, then the end. @returns its id */
export async function play(service: GameService, now: () => number, plan: Plan): Promise<GameId> {
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
    arrivedAt: now(),
  });
  if (!opened.ok) throw new Error(`no table: ${opened.error.code}`);
  const { gameId } = opened.value;
  const ask = async (by: Player, command: Command) => {
    const done = await service.command({ gameId, by, commandId: newCommand(), command, arrivedAt: now() });
    if (!done.ok) throw new Error(`${command.type} was refused: ${done.error.code}`);
  };
  for (const [i, side] of sides.entries()) if (i > 0) await ask(seated(seats, i), { type: 'sit', side });
  for (let ply = 1; ply <= (plan.moves ?? sides.length); ply += 1) {
    const state = await service.state(gameId);
    const position = state && positionOf(state);
    const move = position && legalMoves(position)[0];
    if (!move) throw new Error('the game ended early');
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    await ask(seated(seats, sides.indexOf(position.turn)), { type: 'move', ply, from, to });
  }
  for (const loser of resign) await ask(loser, { type: 'resign' });
  if (resign.length < seats.length - 1) {
    for (const each of seats) if (!resign.includes(each)) await ask(each, { type: 'offer', offer: 'draw' });
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
  if (found === undefined) throw new Error(`nobody sits at seat ${i}`);
  return found;
}
