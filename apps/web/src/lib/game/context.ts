import type { PlayerId } from '@terrace/protocol';
import { createContext } from 'svelte';
import type { Ticker } from '#lib/net/ticker.svelte.ts';
import type { ConditionalMoves } from './conditional-moves.svelte.ts';
import type { Game, GameModel } from './game.svelte.ts';
import type { GameControls } from './game-controls.svelte.ts';
import type { PlayerView } from './player-view.svelte.ts';

export type GameContext = {
  readonly game: GameModel;
  readonly view: PlayerView;
  readonly controls: GameControls;
  readonly ticker: Ticker;
  /** Undefined in pass and play. */
  readonly online?: OnlineGame;
};

export type OnlineGame = {
  readonly game: Game;
  /** Loaded for correspondence games only. */
  readonly conditional: ConditionalMoves | undefined;
  readonly me: PlayerId;
};

export const [gameContext, provideGameContext] = createContext<GameContext>();

/** @throws in pass and play */
export function onlineGame(): OnlineGame {
  const { online } = gameContext();
  if (online === undefined) throw new Error('this component requires an online game');
  return online;
}
