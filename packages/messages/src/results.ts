import type { CloseReason, EndReason } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { messages } from './generated/messages.ts';

/** Why a game ended. @param loser the side that went out last; undefined if none did */
export function resultReason(by: EndReason, winner: Side | null, loser: Side | undefined): string {
  const reason = messages.game.over.because[by];
  return typeof reason === 'string' ? reason : reason({ winner, loser });
}

/** The reason in messages about games that were called off: their keys cannot have hyphens. */
export const wayToCallOff = (by: CloseReason): string => (by === 'no-show' ? 'noShow' : by);
