import { isCorrespondence } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { PlayerView } from './player-view.svelte.ts';

/** The side of the visitor that can have conditional moves; undefined except in a live correspondence game. */
export function conditionalOwner({ side, game }: Pick<PlayerView, 'side' | 'game'>): Side | undefined {
  const { status, settings, history } = game.rendered.state;
  if (side === undefined || status !== 'live') return undefined;
  if (settings.time !== null && !isCorrespondence(settings.time)) return undefined;
  return history.position.out.includes(side) ? undefined : side;
}
