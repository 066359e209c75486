import type { Chances } from '@terrace/engine';
import { currentPosition, type GameState, peopleIn, sideOf } from '@terrace/game';
import { type Command, isAmongComputers, isComputer, type Offer, type Player } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

/** What a computer says at once, as the command it sends. */
export type Reply = { readonly by: Player; readonly command: Command };

/** The offers a computer has no reason to decline: games with computers are casual. */
const ALWAYS_ACCEPTED: readonly Offer[] = ['takeback', 'pause', 'resume', 'rematch'];

/** From so many moves of each side on, a computer that is not better takes a draw. */
const LATE_MOVES = 40;

/** A computer whose chances are no more than this share of what a draw is worth takes one at any time. */
const LOSING_SHARE = 0.8;

/** And late in the game one whose chances are hardly better than a draw. */
const EVEN_SHARE = 1.02;

/** Computers at the table who may still speak about an offer, with their sides. */
function answeringComputers(state: GameState, offer: Offer): readonly { side: Side; player: Player }[] {
  const { out } = currentPosition(state);
  return state.seats.flatMap(({ side, player }) =>
    player !== null && isComputer(player) && (offer === 'rematch' || !out.includes(side)) ? [{ side, player }] : [],
  );
}

/**
 * What the computers of a game say to the offers that stand, without looking at the position: they agree to what people ask
 * for but a draw, and take back what they cannot have meant. Once all people are out and nobody watches, they end the game.
 *
 * @param watched whether anybody looks at the game
 */
export function computerReplies(state: GameState, watched: boolean): readonly Reply[] {
  const replies: Reply[] = [];
  const agree = (offer: Offer) => {
    for (const { side, player } of answeringComputers(state, offer)) {
      if (!state.offers[offer]?.agreed.includes(side)) replies.push({ by: player, command: { type: 'offer', offer } });
    }
  };
  const abandoned = isAbandoned(state) && !watched;
  if (abandoned) agree('draw');
  for (const offer of ALWAYS_ACCEPTED) {
    const open = state.offers[offer];
    if (open === undefined) continue;
    const offeringComputer = answeringComputers(state, offer).find(({ side }) => side === open.by);
    if (offeringComputer === undefined) agree(offer);
    else replies.push({ by: offeringComputer.player, command: { type: 'refuse', offer } });
  }
  return replies;
}

/** Computers that have been offered a draw and have not said what they think of it. */
export function computersOfferedDraw(state: GameState): readonly { side: Side; player: Player }[] {
  const open = state.offers.draw;
  if (open === undefined || state.status !== 'live') return [];
  return answeringComputers(state, 'draw').filter(({ side }) => !open.agreed.includes(side));
}

/** Whether a computer at `side` takes a draw, in which all who are in share the game alike. */
export function acceptsDraw({ seats, history }: GameState, side: Side, chances: Chances): boolean {
  const isLate = history.position.ply > LATE_MOVES * seats.length;
  return (chances.get(side) ?? 0) * chances.size <= (isLate ? EVEN_SHARE : LOSING_SHARE);
}

/** Whether people began this game and none of them is in it any more. */
const isAbandoned = (state: GameState): boolean =>
  state.status === 'live' && peopleIn(state).length === 0 && !isAmongComputers(state.seats);

/** The computer whose turn it is, and nobody's else; undefined while it is a person's, or the game does not go on. */
export function computerToMove(state: GameState): Player | undefined {
  if (state.status !== 'live' || state.pausedUntil !== null) return undefined;
  const player = state.seats.find(({ side }) => side === currentPosition(state).turn)?.player;
  return player != null && isComputer(player) && sideOf(state, player.id) !== undefined ? player : undefined;
}
