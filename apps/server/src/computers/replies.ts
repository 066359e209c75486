import type { Chances } from '@terrace/engine';
import { currentPosition, type GameState, peopleIn, sideOf } from '@terrace/game';
import { type Command, isComputer, isComputersOnly, type Offer, type Player } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

export type Reply = { readonly by: Player; readonly command: Command };

/** Offers that a computer always accepts, because games with computers are casual. */
const ALWAYS_ACCEPTED: readonly Offer[] = ['takeback', 'pause', 'resume', 'rematch'];

/** After this number of moves per side, a computer that is not ahead accepts a draw. */
const LATE_MOVES = 40;

/** A computer with at most this fraction of an equal share of the chances accepts a draw. */
const LOSING_SHARE = 0.86;

/** The same fraction late in the game. */
const EVEN_SHARE = 1.02;

function answeringComputers(state: GameState, offer: Offer): readonly { side: Side; player: Player }[] {
  const { out } = currentPosition(state);
  return state.seats.flatMap(({ side, player }) =>
    player !== null && isComputer(player) && (offer === 'rematch' || !out.includes(side)) ? [{ side, player }] : [],
  );
}

/**
 * Computers accept everything except a draw, and withdraw their own offers. Without people and spectators, they agree
 * on a draw.
 */
export function computerReplies(state: GameState, watched: boolean): readonly Reply[] {
  const replies: Reply[] = [];
  const agree = (offer: Offer) => {
    const open = state.offers[offer];
    const command: Command = open === undefined ? { type: 'offer', offer } : { type: 'accept', offer, seq: open.seq };
    for (const { side, player } of answeringComputers(state, offer)) {
      if (!open?.agreed.includes(side)) replies.push({ by: player, command });
    }
  };
  const abandoned = isAbandoned(state) && !watched;
  if (abandoned) agree('draw');
  for (const offer of ALWAYS_ACCEPTED) {
    const open = state.offers[offer];
    if (open === undefined) continue;
    const offeringComputer = answeringComputers(state, offer).find(({ side }) => side === open.by);
    if (offeringComputer === undefined) agree(offer);
    else replies.push({ by: offeringComputer.player, command: { type: 'refuse', offer, seq: open.seq } });
  }
  return replies;
}

/** The computers that have to answer the open offer of a draw, which has this `seq`. */
export function computersOfferedDraw(state: GameState): readonly { side: Side; player: Player; seq: number }[] {
  const open = state.offers.draw;
  if (open === undefined || state.status !== 'live') return [];
  return answeringComputers(state, 'draw')
    .filter(({ side }) => !open.agreed.includes(side))
    .map((each) => ({ ...each, seq: open.seq }));
}

/** Whether the computer at `side` accepts a draw. All sides still in the game share a draw equally. */
export function acceptsDraw({ seats, history }: GameState, side: Side, chances: Chances): boolean {
  const isLate = history.position.ply > LATE_MOVES * seats.length;
  return (chances.get(side) ?? 0) * chances.size <= (isLate ? EVEN_SHARE : LOSING_SHARE);
}

const isAbandoned = (state: GameState): boolean =>
  state.status === 'live' && peopleIn(state).length === 0 && !isComputersOnly(state.seats);

/** The computer to move; undefined if a person is to move, or the game is paused or over. */
export function computerToMove(state: GameState): Player | undefined {
  if (state.status !== 'live' || state.pausedUntil !== null) return undefined;
  const player = state.seats.find(({ side }) => side === currentPosition(state).turn)?.player;
  return player != null && isComputer(player) && sideOf(state, player.id) !== undefined ? player : undefined;
}
