import * as z from 'zod/mini';
import { AccountRefusal } from './account-refusals.ts';
import { CommandRefusal } from './command-refusals.ts';
import { Offer } from './events.ts';
import { HttpRefusal } from './http-refusals.ts';
import { GameId, Instant, Ms, SideName, SquareName } from './ids.ts';
import { ModerationRefusal } from './moderation-refusals.ts';
import { openApiRegistry } from './openapi.ts';
import { IllegalMove, StartRefusal } from './position-refusals.ts';
import { ReviewRefusal } from './review-refusals.ts';

/** Every way the server says no. The code is for programs; the sentence for the player is in the messages. */
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
    z.object({ code: z.literal('too-early'), ply: z.int().check(z.positive()), said: z.int().check(z.positive()) }),
    z.object({ code: z.literal('illegal-move'), from: SquareName, to: SquareName, why: IllegalMove }),
    z.object({ code: z.literal('bad-position'), why: StartRefusal }),
    z.object({ code: z.literal('no-such-player'), name: z.string() }),
    z.object({ code: z.literal('takes-no-invitations'), name: z.string() }),
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
    z.object({ code: z.literal('enough-given'), most: z.int() }),
    z.object({ code: z.literal('clock-full') }),
    z.object({ code: z.literal('enough-offered') }),
    z.object({ code: z.literal('too-many-changes') }),
    z.object({ code: z.literal('still-here'), side: SideName }),
    z.object({ code: z.literal('not-over') }),
    z.object({ code: z.literal('rematched'), gameId: GameId }),
    z.object({ code: z.literal('time-over') }),
    z.object({ code: z.literal('time-left'), leftMs: z.nullable(Ms) }),
    z.object({ code: z.literal('too-many-tables'), most: z.int() }),
    /** `clock` is false where only games without one are too many. */
    z.object({ code: z.literal('too-many-seats'), name: z.string(), most: z.int(), clock: z.boolean() }),
    z.object({ code: z.literal('invited-enough'), name: z.string() }),
    /** `name` is the player whose network it is: of those who are paired, it may be any. */
    z.object({
      code: z.literal('too-many-from-address'),
      name: z.string(),
      what: z.enum(['tables', 'seats', 'invitations']),
      most: z.int(),
    }),
    z.object({ code: z.literal('too-many-games'), most: z.int() }),
    z.object({ code: z.literal('too-talkative'), retryMs: Ms }),
    z.object({ code: z.literal('no-such-message') }),
    z.object({ code: z.literal('not-by-days') }),
    z.object({ code: z.literal('rated-needs-account'), name: z.nullable(z.string()) }),
    z.object({ code: z.literal('not-rateable') }),
    z.object({ code: z.literal('seek-over') }),
    z.object({ code: z.literal('computers-are-casual') }),
    z.object({ code: z.literal('not-a-computer'), side: SideName }),
    z.object({ code: z.literal('too-many-computer-games'), most: z.int() }),
    z.object({ code: z.literal('muted'), reason: z.string(), until: z.nullable(Instant) }),
    z.object({ code: z.literal('suspended'), reason: z.string(), until: z.nullable(Instant) }),
    z.object({ code: z.literal('not-saved') }),
    z.object({ code: z.literal('busy'), retryMs: Ms }),
    z.object({ code: z.literal('unexpected'), reference: z.string() }),
    CommandRefusal,
    ModerationRefusal,
    AccountRefusal,
    HttpRefusal,
    ReviewRefusal,
  ])
  .register(openApiRegistry, { id: 'Refusal' });
export type Refusal = z.infer<typeof Refusal>;
export type RefusalCode = Refusal['code'];
