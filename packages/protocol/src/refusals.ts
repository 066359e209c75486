import * as z from 'zod/mini';
import { AccountRefusal, explainAccount, isAccountRefusal } from './account-refusals.ts';
import { CommandRefusal, explainCommand } from './command-refusals.ts';
import { Offer } from './events.ts';
import { explainHttp, HttpRefusal } from './http-refusals.ts';
import { GameId, Instant, Ms, SideName, SquareName } from './ids.ts';
import { explainModeration, ModerationRefusal } from './moderation-refusals.ts';
import { openApiRegistry } from './openapi.ts';

/** Every way the server says no. The code is for programs; `explain` has the sentence for the player. */
export const Refusal = z
  .discriminatedUnion('code', [
    z.object({ code: z.literal('malformed'), problem: z.string() }),
    z.object({ code: z.literal('unknown-event'), event: z.string() }),
    z.object({ code: z.literal('too-many-requests'), retryMs: Ms }),
    z.object({ code: z.literal('no-session') }),
    z.object({ code: z.literal('no-such-game') }),
    z.object({ code: z.literal('not-started') }),
    z.object({ code: z.literal('already-started') }),
    z.object({ code: z.literal('game-over') }),
    z.object({ code: z.literal('table-closed') }),
    z.object({ code: z.literal('seat-taken'), side: z.nullable(SideName) }),
    z.object({ code: z.literal('no-such-seat'), side: SideName }),
    z.object({ code: z.literal('already-seated'), side: SideName }),
    z.object({ code: z.literal('not-seated') }),
    z.object({ code: z.literal('out-of-play') }),
    z.object({ code: z.literal('not-your-turn'), turn: SideName }),
    z.object({ code: z.literal('stale'), ply: z.int().check(z.positive()) }),
    z.object({ code: z.literal('illegal-move'), from: SquareName, to: SquareName, why: z.string() }),
    z.object({ code: z.literal('bad-position'), why: z.string() }),
    z.object({ code: z.literal('no-such-player'), name: z.string() }),
    z.object({ code: z.literal('seat-reserved'), side: SideName }),
    z.object({ code: z.literal('not-invited') }),
    z.object({ code: z.literal('not-host') }),
    z.object({ code: z.literal('seats-open') }),
    z.object({ code: z.literal('already-moved') }),
    z.object({ code: z.literal('paused') }),
    z.object({ code: z.literal('not-paused') }),
    z.object({ code: z.literal('no-offer'), offer: Offer }),
    z.object({ code: z.literal('already-offered'), offer: Offer }),
    z.object({ code: z.literal('offered-lately'), offer: Offer, plies: z.int() }),
    z.object({ code: z.literal('nothing-to-take-back') }),
    z.object({ code: z.literal('no-clock') }),
    z.object({ code: z.literal('still-here'), side: SideName }),
    z.object({ code: z.literal('not-over') }),
    z.object({ code: z.literal('rematched'), gameId: GameId }),
    z.object({ code: z.literal('time-over') }),
    z.object({ code: z.literal('time-left'), leftMs: z.nullable(Ms) }),
    z.object({ code: z.literal('too-many-tables'), most: z.int() }),
    z.object({ code: z.literal('too-talkative'), retryMs: Ms }),
    z.object({ code: z.literal('no-such-message') }),
    z.object({ code: z.literal('not-by-days') }),
    z.object({ code: z.literal('rated-needs-account'), name: z.nullable(z.string()) }),
    z.object({ code: z.literal('not-rateable') }),
    z.object({ code: z.literal('muted'), reason: z.string(), until: z.nullable(Instant) }),
    z.object({ code: z.literal('suspended'), reason: z.string(), until: z.nullable(Instant) }),
    z.object({ code: z.literal('not-saved') }),
    z.object({ code: z.literal('unexpected'), reference: z.string() }),
    CommandRefusal,
    ModerationRefusal,
    AccountRefusal,
    HttpRefusal,
  ])
  .register(openApiRegistry, { id: 'Refusal' });
export type Refusal = z.infer<typeof Refusal>;
export type RefusalCode = Refusal['code'];

/** What went wrong and what to do about it, in one or two plain sentences. */
export function explain(refusal: Refusal): string {
  if (isAccountRefusal(refusal)) return explainAccount(refusal);
  switch (refusal.code) {
    case 'malformed':
      return `The server could not read that request (${refusal.problem}). Reload the page and try again.`;
    case 'unknown-event':
      return `The server knows no request named ${refusal.event}. Reload the page to get the current version.`;
    case 'too-many-requests':
      return `That was too quick. Wait ${Math.ceil(refusal.retryMs / 1000)} s and try again.`;
    case 'no-session':
      return 'The server does not know who you are. Allow cookies for this site and reload the page.';
    case 'no-such-game':
      return 'There is no game here. Check the link, or open the lobby to find one.';
    case 'not-started':
      return 'The game has not begun. It starts when every seat is taken.';
    case 'already-started':
      return 'The game has begun. To end it, resign.';
    case 'game-over':
      return 'The game is over. Open a new table to play again.';
    case 'table-closed':
      return 'This table is closed. Pick another one, or open your own.';
    case 'seat-taken':
      return refusal.side === null
        ? 'Every seat at this table is taken. You can stay and watch.'
        : `${capital(refusal.side)} is taken. Pick an open seat, or stay and watch.`;
    case 'no-such-seat':
      return `This table has no ${capital(refusal.side)} seat. Pick one that it shows.`;
    case 'already-seated':
      return `You sit at this table already, as ${capital(refusal.side)}.`;
    case 'not-seated':
      return 'You have no seat in this game. You can watch it.';
    case 'out-of-play':
      return 'You are out of this game. You can watch it to the end.';
    case 'not-your-turn':
      return `It is ${capital(refusal.turn)}'s turn. Wait for that move, then play yours.`;
    case 'stale':
      return 'The game moved on before your move arrived. The board shows where it stands now.';
    case 'illegal-move':
      return refusal.why;
    case 'bad-position':
      return `No game can begin there: ${refusal.why}`;
    case 'no-such-player':
      return `There is no player named ${refusal.name}. Check the name, or send them the link.`;
    case 'seat-reserved':
      return `${capital(refusal.side)} is kept for somebody. Pick an open seat, or stay and watch.`;
    case 'not-invited':
      return 'No seat is kept for you here, so there is nothing to decline.';
    case 'not-host':
      return 'Only the host can start this game. It begins when the host says so.';
    case 'seats-open':
      return 'Some seats are still open. The game can start when all are taken.';
    case 'already-moved':
      return 'You have moved already, so the game counts. To end it, resign.';
    case 'paused':
      return 'The game is paused. Ask to go on, or wait until the pause is over.';
    case 'not-paused':
      return 'The game is not paused.';
    case 'no-offer':
      return `There is no ${OFFERS[refusal.offer]} to answer.`;
    case 'already-offered':
      return `Your ${OFFERS[refusal.offer]} stands already. Wait for the others to answer.`;
    case 'offered-lately':
      return `Your last ${OFFERS[refusal.offer]} came to nothing. You can make another one in ${refusal.plies} moves.`;
    case 'nothing-to-take-back':
      return 'There is no move of yours to take back.';
    case 'no-clock':
      return 'This game has no running clock, so there is no time to give or to stop.';
    case 'still-here':
      return `${capital(refusal.side)} has not been gone for long. Give them a little longer.`;
    case 'not-over':
      return 'The game is not over yet. A rematch can follow its end.';
    case 'rematched':
      return 'The rematch has begun already. Open it from the result.';
    case 'time-over':
      return 'Your time ran out before this move arrived.';
    case 'time-left':
      return refusal.leftMs === null
        ? 'This game has no clock, so no one runs out of time.'
        : `The clock has not run out yet: ${(refusal.leftMs / 1000).toFixed(1)} s are left.`;
    case 'too-many-tables':
      return `You have ${refusal.most} open tables, which is the most. Close one, then open another.`;
    case 'too-talkative':
      return `That is a lot of talk at once. Wait ${Math.ceil(refusal.retryMs / 1000)} s and say it then.`;
    case 'no-such-message':
      return 'That message is not there, or not for you to read.';
    case 'not-by-days':
      return 'Moves can be queued only where a move has days. Here, play one ahead on the board.';
    case 'rated-needs-account':
      return refusal.name === null
        ? 'Rated games need an account. Sign up, which keeps your games, or choose a casual table.'
        : `Rated games need an account, and ${refusal.name} has none. Make the table casual, or invite somebody else.`;
    case 'not-rateable':
      return 'A rated game needs a clock and one of the named setups. Choose those, or make the table casual.';
    case 'muted':
      return `You may not talk ${lasting(refusal.until)}: ${refusal.reason}`;
    case 'suspended':
      return `Your account is suspended ${lasting(refusal.until)}: ${refusal.reason} Games under way can be finished.`;
    case 'not-saved':
      return 'Not saved yet. Trying again.';
    case 'unexpected':
      return `Something broke on our side (report ${refusal.reference}). Your game is saved.`;
    case 'not-admin':
    case 'about-oneself':
    case 'no-such-report':
    case 'no-such-sanction':
      return explainModeration(refusal);
    case 'foreign-origin':
    case 'no-such-route':
    case 'unsupported-content':
    case 'body-too-large':
      return explainHttp(refusal);
    default:
      return explainCommand(refusal);
  }
}

const OFFERS: Record<Offer, string> = {
  draw: 'draw offer',
  takeback: 'request to take back',
  pause: 'request to pause',
  resume: 'request to go on',
  rematch: 'offer of a rematch',
};

const lasting = (until: number | null) =>
  until === null ? 'until further notice' : `until ${new Date(until).toISOString().slice(0, 10)}`;

const capital = (side: string) => side.charAt(0).toUpperCase() + side.slice(1);
