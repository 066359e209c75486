import { z } from 'zod';
import { Ms, SideName, SquareName } from './ids.ts';

/** Every way the server says no. The code is for programs; `explain` has the sentence for the player. */
export const Refusal = z.discriminatedUnion('code', [
  z.object({ code: z.literal('malformed'), problem: z.string() }),
  z.object({ code: z.literal('unknown-event'), event: z.string() }),
  z.object({ code: z.literal('too-many-requests'), retryMs: Ms }),
  z.object({ code: z.literal('no-session') }),
  z.object({ code: z.literal('no-such-game') }),
  z.object({ code: z.literal('not-started') }),
  z.object({ code: z.literal('already-started') }),
  z.object({ code: z.literal('game-over') }),
  z.object({ code: z.literal('table-closed') }),
  z.object({ code: z.literal('seat-taken'), side: SideName.nullable() }),
  z.object({ code: z.literal('no-such-seat'), side: SideName }),
  z.object({ code: z.literal('already-seated'), side: SideName }),
  z.object({ code: z.literal('not-seated') }),
  z.object({ code: z.literal('out-of-play') }),
  z.object({ code: z.literal('not-your-turn'), turn: SideName }),
  z.object({ code: z.literal('stale'), ply: z.int().positive() }),
  z.object({ code: z.literal('illegal-move'), from: SquareName, to: SquareName, why: z.string() }),
  z.object({ code: z.literal('time-over') }),
  z.object({ code: z.literal('time-left'), leftMs: Ms.nullable() }),
  z.object({ code: z.literal('too-many-tables'), most: z.int() }),
  z.object({ code: z.literal('not-saved') }),
  z.object({ code: z.literal('unexpected'), reference: z.string() }),
]);
export type Refusal = z.infer<typeof Refusal>;
export type RefusalCode = Refusal['code'];

/** What went wrong and what to do about it, in one or two plain sentences. */
export function explain(refusal: Refusal): string {
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
      return 'This table was closed by its host. Pick another one, or open your own.';
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
    case 'time-over':
      return 'Your time ran out before this move arrived.';
    case 'time-left':
      return refusal.leftMs === null
        ? 'This game has no clock, so no one runs out of time.'
        : `The clock has not run out yet: ${(refusal.leftMs / 1000).toFixed(1)} s are left.`;
    case 'too-many-tables':
      return `You have ${refusal.most} open tables, which is the most. Close one, then open another.`;
    case 'not-saved':
      return 'Not saved yet. Trying again.';
    case 'unexpected':
      return `Something broke on our side (report ${refusal.reference}). Your game is saved.`;
  }
}

const capital = (side: string) => side.charAt(0).toUpperCase() + side.slice(1);
