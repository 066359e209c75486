import type { Pair } from './load.ts';
import { type PlayedMove, scriptedGame } from './script.ts';

/** Sends a move; resolves when the opponent has received it and the mover has the answer. */
export type Play = (move: PlayedMove) => Promise<void>;

/** Plays a scripted game repeatedly. @param open starts a game between the two connections */
export function scriptedPair(seed: number, open: () => Promise<Play>): Pair {
  const game = scriptedGame(seed);
  let next = 0;
  let send: Play | undefined;
  // The first game of each pair has a different length, so that they do not all open new games at once.
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

export const moverFirst = <T>({ ply }: PlayedMove, south: T, north: T): [mover: T, other: T] =>
  ply % 2 === 1 ? [south, north] : [north, south];
