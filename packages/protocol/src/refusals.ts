import * as z from 'zod/mini';
import { Offer } from './events.ts';
import { GameId, Instant, Ms, SideName, SquareName } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { IllegalMove, StartRefusal } from './position-refusals.ts';
import { TooManyFromAddress, TooManySeats } from './seat-refusals.ts';

const MAX_PROBLEM_LENGTH = 200;

const statuses = new Map<string, number>();

/** A refusal with its HTTP status and parameters. Its code is the key of its message. */
function refusal<Code extends string, Parameters extends z.core.$ZodShape = Record<never, never>>(
  code: Code,
  status: number,
  parameters?: Parameters,
) {
  statuses.set(code, status);
  return z.object({ code: z.literal(code), ...(parameters as Parameters) });
}

const CommandRefusal = z.discriminatedUnion('code', [
  refusal('command-too-long', 413, { most: z.int() }),
  refusal('unknown-command', 400, { command: z.string() }),
  refusal('bad-command', 400, { problem: z.string() }),
  refusal('unclear-game', 409, { start: z.string() }),
  refusal('unreadable-move', 400, { why: z.string() }),
  refusal('no-such-ply', 404, { ply: z.int(), next: z.int() }),
  refusal('nothing-to-answer', 409),
  refusal('several-offers', 400, { offers: z.array(Offer) }),
  refusal('only-computers', 400),
  refusal('nothing-to-redo', 409),
  refusal('named-twice', 400, { name: z.string() }),
]);
export type CommandRefusal = z.infer<typeof CommandRefusal>;

const ModerationRefusal = z.discriminatedUnion('code', [
  refusal('not-admin', 403),
  refusal('about-oneself', 400),
  refusal('no-such-report', 404),
  refusal('no-such-sanction', 404),
]);
export type ModerationRefusal = z.infer<typeof ModerationRefusal>;

const AccountRefusal = z.discriminatedUnion('code', [
  refusal('bad-name', 400, { why: z.enum(['length', 'letters', 'reserved']) }),
  refusal('name-taken', 409, { name: z.string() }),
  refusal('bad-password', 400, { why: z.enum(['short', 'long', 'name', 'common']) }),
  refusal('wrong-login', 401),
  refusal('wrong-password', 403),
  refusal('signed-in', 409),
  /** A sign-up by a guest who has become an account in the meantime. */
  refusal('has-account', 409),
  refusal('needs-account', 403),
  refusal('sign-in-again', 403),
  refusal('no-mail', 409),
  /** To one address that its owner has not confirmed. */
  refusal('too-many-mails', 429),
  /** The server has no such way of sending notifications. */
  refusal('channel-off', 409),
  /** The test notification did not arrive, but another one may. */
  refusal('not-delivered', 502),
  refusal('bad-push-subscription', 400),
  refusal('no-such-device', 404),
  /** Mail goes only to an address that the player has confirmed. */
  refusal('no-confirmed-address', 409),
  refusal('bad-unsubscribe-link', 404),
  refusal('link-over', 410),
  refusal('no-such-sign-in-method', 404),
  refusal('no-such-session', 404),
  refusal('no-such-token', 404),
  refusal('too-many-tokens', 409, { most: z.int() }),
  refusal('no-such-webhook', 404),
  refusal('too-many-webhooks', 409, { most: z.int() }),
  refusal('bad-webhook-url', 400),
  refusal('too-many-follows', 429, { most: z.int() }),
  refusal('follows-need-account', 403, { name: z.string() }),
  /** One of the others at the table has blocked the player. */
  refusal('not-welcome', 403),
  refusal('blocked-by-you', 409, { name: z.string() }),
  refusal('bad-token', 401),
  refusal('read-only-token', 403),
  refusal('play-only-token', 403),
]);
export type AccountRefusal = z.infer<typeof AccountRefusal>;

const HttpRefusal = z.discriminatedUnion('code', [
  refusal('foreign-origin', 403),
  refusal('no-such-route', 404),
  refusal('unsupported-content', 415),
  refusal('body-too-large', 413, { maxBytes: z.int() }),
]);
export type HttpRefusal = z.infer<typeof HttpRefusal>;

const ReviewRefusal = z.discriminatedUnion('code', [
  /** The engine helps no player of a rated game in progress, in any game. */
  refusal('playing-rated', 403, { gameId: GameId }),
  refusal('nothing-to-review', 409),
  refusal('too-many-reviews', 429, { most: z.int(), retryMs: Ms }),
  refusal('reviews-full', 503),
]);
export type ReviewRefusal = z.infer<typeof ReviewRefusal>;

const VacationRefusal = z.discriminatedUnion('code', [
  /** In one of the vacation's years; `left` days are still free. */
  refusal('vacation-used-up', 409, { year: z.int(), left: z.int() }),
  refusal('on-vacation', 409, { until: Instant }),
  refusal('not-on-vacation', 409),
]);
export type VacationRefusal = z.infer<typeof VacationRefusal>;

/** Every refusal of the server. The code is for programs; the sentence for players is in the messages. */
export const Refusal = z
  .discriminatedUnion('code', [
    refusal('malformed', 400, { problem: z.string() }),
    refusal('unknown-event', 409, { event: z.string() }),
    refusal('too-many-requests', 429, { retryMs: Ms }),
    refusal('no-session', 401),
    refusal('no-such-game', 404),
    refusal('not-started', 409),
    refusal('already-started', 409),
    refusal('game-over', 409),
    refusal('table-closed', 409),
    refusal('seat-taken', 409, { side: z.nullable(SideName) }),
    refusal('no-such-seat', 404, { side: SideName }),
    refusal('already-seated', 409, { side: SideName }),
    refusal('not-seated', 403),
    refusal('out-of-play', 409),
    refusal('not-your-turn', 409, { turn: SideName }),
    refusal('stale', 409, { ply: z.int().check(z.positive()) }),
    refusal('too-early', 409, { ply: z.int().check(z.positive()), said: z.int().check(z.positive()) }),
    refusal('illegal-move', 409, { from: SquareName, to: SquareName, why: IllegalMove }),
    refusal('bad-position', 400, { why: StartRefusal }),
    refusal('no-such-time-zone', 400, { timeZone: z.string() }),
    refusal('no-such-player', 404, { name: z.string() }),
    refusal('takes-no-invitations', 403, { name: z.string() }),
    refusal('seat-reserved', 403, { side: SideName }),
    refusal('not-invited', 403),
    refusal('not-host', 403),
    refusal('seats-open', 409),
    refusal('already-moved', 409),
    refusal('others-moved', 409),
    refusal('paused', 409),
    refusal('not-paused', 409),
    refusal('offer-gone', 409, { offer: Offer }),
    refusal('already-offered', 409, { offer: Offer }),
    refusal('takeback-asked', 409, { side: SideName }),
    refusal('offered-lately', 409, { offer: Offer, plies: z.int() }),
    refusal('nothing-to-take-back', 409),
    refusal('no-clock', 409),
    refusal('enough-given', 429, { most: z.int() }),
    refusal('clock-full', 409),
    refusal('enough-offered', 429),
    refusal('too-many-changes', 429),
    refusal('still-here', 409, { side: SideName }),
    refusal('not-awaited', 409, { side: SideName }),
    refusal('not-over', 409),
    refusal('rematched', 409, { gameId: GameId }),
    refusal('time-over', 409),
    refusal('time-left', 409, { leftMs: z.nullable(Ms) }),
    refusal('too-many-tables', 429, { most: z.int() }),
    refusal('too-many-seats', 429, TooManySeats.shape),
    refusal('invited-enough', 429, { name: z.string() }),
    refusal('too-many-from-address', 429, TooManyFromAddress.shape),
    refusal('too-many-games', 429, { most: z.int() }),
    refusal('too-talkative', 429, { retryMs: Ms }),
    refusal('no-such-message', 409),
    refusal('not-by-days', 409),
    /** Conditional moves that are out of order, or have more branches at a move than are allowed. */
    refusal('bad-conditional-moves', 400, {
      why: z.enum(['order', 'own', 'reply', 'line', 'size']),
    }),
    refusal('rated-needs-account', 403, { name: z.nullable(z.string()) }),
    refusal('not-rateable', 400),
    refusal('seek-over', 409),
    refusal('computers-are-casual', 400),
    refusal('bots-are-casual', 400, { name: z.string() }),
    refusal('not-a-computer', 409, { side: SideName }),
    refusal('too-many-computer-games', 429, { most: z.int() }),
    refusal('muted', 403, { reason: z.string(), until: z.nullable(Instant) }),
    refusal('suspended', 403, { reason: z.string(), until: z.nullable(Instant) }),
    refusal('not-saved', 503),
    refusal('busy', 503, { retryMs: Ms }),
    refusal('unexpected', 500, { reference: z.string() }),
    CommandRefusal,
    ModerationRefusal,
    AccountRefusal,
    HttpRefusal,
    ReviewRefusal,
    VacationRefusal,
  ])
  .register(openApiRegistry, { id: 'Refusal' });
export type Refusal = z.infer<typeof Refusal>;
export type RefusalCode = Refusal['code'];

/** The body of every refusal: the code is for programs, the message for people. */
export const Refused = z.object({ refusal: Refusal, message: z.string() }).register(openApiRegistry, { id: 'Refused' });
export type Refused = z.infer<typeof Refused>;

/** The HTTP status of a refusal. */
export function statusOf({ code }: Refusal): number {
  const status = statuses.get(code);
  if (status === undefined) throw new Error(`no status for ${code}`);
  return status;
}

/** The refusal of an input that a schema rejects. @param name of the input, for issues that concern all of it */
export function malformedRefusal({ issues: [issue] }: z.core.$ZodError, name: string): Refusal {
  const problem = `${issue?.path.join('.') || name}: ${issue?.message ?? 'invalid value'}`;
  return { code: 'malformed', problem: problem.slice(0, MAX_PROBLEM_LENGTH) };
}
