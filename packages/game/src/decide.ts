import type { Command, Player } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import { refundTime } from './clock.ts';
import type { CommandContext, Decision } from './context.ts';
import { acceptOffer, declineOffer, makeOffer } from './offers.ts';
import { claimAbsence, claimTimeout, giveTime, makeMove, resign } from './play.ts';
import { withRemainingTime } from './remaining-time.ts';
import { type GameState, wasFull } from './state.ts';
import {
  abortGame,
  closeAbandonedTable,
  declineSeat,
  leaveTable,
  seatComputer,
  setAside,
  startGame,
  takeSeat,
  unseatComputer,
} from './table.ts';
import { recordVacation, type VacationCommand } from './vacation.ts';

/** `interrupt` refunds time when the service could not save; `set-aside` calls off a game whose person was paired. */
export type ServerCommand =
  | { readonly type: 'interrupt'; readonly since: number; readonly until: number }
  | { readonly type: 'abandon' }
  | { readonly type: 'set-aside' }
  | { readonly type: 'rename'; readonly player: Player }
  | VacationCommand;

type AnyCommand = Command | ServerCommand;
type CommandOf<T extends AnyCommand['type']> = {
  readonly [C in AnyCommand['type']]: Extract<AnyCommand, { type: C }>;
}[T];

type Until = 'start' | 'end' | 'ever';
type Rule<T extends AnyCommand['type']> = {
  readonly until: Until;
  readonly decide: (state: GameState, command: CommandOf<T>, context: CommandContext) => Decision;
};

const RULES: { readonly [T in AnyCommand['type']]: Rule<T> } = {
  sit: { until: 'end', decide: (state, { side }, context) => takeSeat(state, side, context) },
  decline: { until: 'start', decide: (state, _, context) => declineSeat(state, context) },
  leave: { until: 'start', decide: (state, _, context) => leaveTable(state, context) },
  'seat-computer': {
    until: 'start',
    decide: (state, { side, strength }, context) => seatComputer(state, side, strength, context),
  },
  'unseat-computer': { until: 'start', decide: (state, { side }, context) => unseatComputer(state, side, context) },
  start: { until: 'start', decide: (state, _, context) => startGame(state, context) },
  abandon: { until: 'start', decide: (state, _, context) => closeAbandonedTable(state, context) },
  'set-aside': { until: 'end', decide: setAside },
  abort: { until: 'end', decide: (state, _, context) => abortGame(state, context) },
  move: { until: 'end', decide: makeMove },
  resign: { until: 'end', decide: (state, _, context) => resign(state, context) },
  offer: { until: 'ever', decide: (state, { offer: kind }, context) => makeOffer(state, kind, context) },
  accept: { until: 'ever', decide: acceptOffer },
  refuse: { until: 'ever', decide: declineOffer },
  'give-time': { until: 'end', decide: (state, _, context) => giveTime(state, context) },
  claim: { until: 'end', decide: (state, { side }, context) => claimAbsence(state, side, context) },
  flag: { until: 'end', decide: (state, _, context) => claimTimeout(state, context) },
  rename: {
    until: 'end',
    decide: (state, { player: named }) =>
      state.seats.some(({ player, reserved, leaver }) =>
        [player, reserved, leaver].some((each) => each?.id === named.id && each.name !== named.name),
      )
        ? ok([{ type: 'renamed', player: named }])
        : ok([]),
  },
  vacation: { until: 'end', decide: recordVacation },
  interrupt: {
    until: 'end',
    decide: ({ clock }, { since, until }) =>
      clock === null || refundTime(clock, since, until) === clock
        ? ok([])
        : ok([{ type: 'interrupted', since, until }]),
  },
};

/** The events that a command causes, or the refusal. Does no I/O; its only clock is `context`. */
export function decide(state: GameState, command: AnyCommand, context: CommandContext): Decision {
  const decision = decideBy(command.type, state, command, context);
  return decision.ok ? ok(withRemainingTime(state, decision.value, context.now)) : decision;
}

function decideBy<T extends AnyCommand['type']>(
  type: T,
  state: GameState,
  command: CommandOf<T>,
  context: CommandContext,
): Decision {
  const rule = RULES[type];
  if (state.status === 'closed' && (rule.until !== 'ever' || !wasFull(state))) return err({ code: 'table-closed' });
  if (state.status === 'over' && rule.until !== 'ever') return err({ code: 'game-over' });
  if (state.status !== 'open' && rule.until === 'start') return err({ code: 'already-started' });
  return rule.decide(state, command, context);
}
