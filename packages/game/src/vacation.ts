import type { PlayerId } from '@terrace/protocol';
import { ok } from '@terrace/rules';
import type { CommandContext, Decision } from './context.ts';
import { deadlineAt } from './deadlines.ts';
import { claimTimeout } from './play.ts';
import { currentPosition, type GameState, sideOf, type Vacation } from './state.ts';

/** A player's vacation, with its present end. The server sends it to each of their games, again after every change. */
export type VacationCommand = { readonly type: 'vacation'; readonly player: PlayerId } & Vacation;

/**
 * Writes a vacation or its new end into a game without a running clock of minutes. Nothing changes if the log has it.
 * A time limit that passed before the vacation began is applied first.
 */
export function recordVacation(
  state: GameState,
  { player, since, until }: VacationCommand,
  context: CommandContext,
): Decision {
  const side = sideOf(state, player);
  if (side === undefined || state.status !== 'live' || state.settings.time?.kind === 'clock') return ok([]);
  const position = currentPosition(state);
  if (position.out.includes(side)) return ok([]);
  const known = state.vacations?.[side];
  if (known?.since === since) return known.until === until ? ok([]) : ok([{ type: 'vacation-ended', side, until }]);
  if (known !== undefined && known.since > since) return ok([]); // a late copy of an earlier vacation
  if (until <= state.playedAt) return ok([]); // it ended before the present turn began
  const deadline = state.pausedUntil === null && position.turn === side ? deadlineAt(state) : undefined;
  if (deadline !== undefined && deadline <= since) return claimTimeout(state, context);
  return ok([{ type: 'vacation-began', side, since, until }]);
}
