import * as z from 'zod/mini';
import { CloseReason, EndReason, Offer } from './events.ts';
import { GameId, Instant, Player, Seq } from './ids.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import { openApiRegistry } from './openapi.ts';
import { PositiveInt4, Text } from './text.ts';

/** What a player can be notified of. */
export const NOTIFICATION_KINDS = [
  'turn',
  'time-short',
  'offer',
  'chat',
  'invited',
  'answered',
  'joined',
  'started',
  'over',
  'follower',
  'security',
] as const;
export const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** What happened, by kind, from the recipient's point of view. */
export const NotificationDetails = z
  .discriminatedUnion('kind', [
    /** `ply` is the number of the move to make; `deadlineAt` is null without a time limit. */
    z.object({
      kind: z.literal('turn'),
      ply: PositiveInt4,
      opponents: z.array(Player),
      deadlineAt: z.nullable(Instant),
    }),
    /** A quarter of the time for the move is left, or one hour. */
    z.object({
      kind: z.literal('time-short'),
      ply: PositiveInt4,
      left: z.enum(['quarter', 'hour']),
      opponents: z.array(Player),
      deadlineAt: Instant,
    }),
    /**
     * `seq` is what an answer to the offer names; older notifications lack it. With `answer` it is the recipient's own
     * offer, and this is what `by` says to it.
     */
    z.object({
      kind: z.literal('offer'),
      offer: Offer,
      seq: z.optional(Seq),
      by: Player,
      answer: z.optional(z.enum(['accepted', 'declined'])),
    }),
    z.object({ kind: z.literal('chat'), by: Player, text: Text(MAX_MESSAGE_LENGTH) }),
    z.object({ kind: z.literal('invited'), by: Player, until: z.nullable(Instant) }),
    /**
     * `expired`: the time ran out without an answer of `by`, or at a table that closes because it did not fill.
     * `closed`: the host `by` has closed the table. `left`: `by` had sat down and has left; with `closed`, the table of an
     * organiser is closed because of it.
     */
    z.object({
      kind: z.literal('answered'),
      by: z.nullable(Player),
      accepted: z.boolean(),
      expired: z.optional(z.literal(true)),
      closed: z.optional(z.literal(true)),
      left: z.optional(z.literal(true)),
    }),
    z.object({ kind: z.literal('joined'), by: Player }),
    z.object({ kind: z.literal('started'), opponents: z.array(Player) }),
    /**
     * `place` counts from 1, and tied players share one; it is null in a game that was called off. `ratingChange` is null
     * in games that are not rated, or do not count.
     */
    z.object({
      kind: z.literal('over'),
      outcome: z.enum(['won', 'drawn', 'lost', 'called-off']),
      place: z.nullable(z.int().check(z.positive())),
      by: z.union([EndReason, CloseReason]),
      opponents: z.array(Player),
      ratingChange: z.nullable(z.number()),
    }),
    z.object({ kind: z.literal('follower'), by: Player }),
    z.object({
      kind: z.literal('security'),
      /** `report`: players have reported something. Only moderators receive it. */
      change: z.enum(['password', 'email', 'token', 'sign-in', 'webhook-disabled', 'report']),
    }),
  ])
  .register(openApiRegistry, { id: 'NotificationDetails' });
export type NotificationDetails = z.infer<typeof NotificationDetails>;

export const Notification = z
  .object({
    id: PositiveInt4,
    at: Instant,
    readAt: z.nullable(Instant),
    gameId: z.nullable(GameId),
    details: NotificationDetails,
  })
  .register(openApiRegistry, { id: 'Notification' });
export type Notification = z.infer<typeof Notification>;
