import type { Pair } from './load.ts';
import { type PlayedMove, scriptedGame } from './script.ts';

/** Sends one move of a game by its mover; resolves when the opponent has received it and the mover its answer. */
export type Play = (move: PlayedMove) => Promise<void>;

/**
 * Plays a scripted game at a target over and over.
 *
 * @param open begins a game of the pair's two connections
 */
export function scriptedPair(seed: number, open: () => Promise<Play>): Pair {
  const game = scriptedGame(seed);
  let next = 0;
  let send: Play | undefined;
  // The first game is cut short, at another ply for each pair, so that they do not all open new games at one moment.
  let last = 1 + ((seed * 37) % game.length);
  return {
    ready: async () => {
      if (send !== undefined && next < last) return;
      if (send !== undefined) last = game.length;
      next = 0;
      send = await open();
    },
    play: async () => {
      const move = game[next];
      if (move === undefined || send === undefined) throw new Error('a pair is ready before it plays');
      next += 1;
      await send(move);
    },
  };
}

/** Who moves and who waits at an odd ply, and the other way round at an even one. */
export const inTurn = <T>({ ply }: PlayedMove, south: T, north: T): [mover: T, other: T] =>
  ply % 2 === 1 ? [south, north] : [north, south];
