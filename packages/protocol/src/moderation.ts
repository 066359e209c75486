import * as z from 'zod/mini';
import { ChatMessage } from './chat.ts';
import { GameId, Instant, Player } from './ids.ts';
import { MAX_NAME_LENGTH, MAX_STATEMENT_LENGTH } from './limits.ts';
import { Words } from './text.ts';

const Said = Words(MAX_STATEMENT_LENGTH);

export const ReportReason = z.enum(['talk', 'cheating', 'name', 'leaving', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

/** `POST /api/reports`: tells the moderators of a player. `gameId` says where it happened, if it was at a game. */
export const NewReport = z.strictObject({
  about: Words(MAX_NAME_LENGTH),
  reason: ReportReason,
  text: Said,
  gameId: z.nullable(GameId),
});
export type NewReport = z.infer<typeof NewReport>;

/** A report as moderators read it. `talk` is the message it is about with what was said around it, oldest first. */
export const ReportRow = z.object({
  id: z.int().check(z.positive()),
  at: Instant,
  by: Player,
  about: Player,
  reason: ReportReason,
  text: z.string(),
  gameId: z.nullable(GameId),
  messageId: z.nullable(z.int()),
  talk: z.array(ChatMessage),
  handledAt: z.nullable(Instant),
});
export type ReportRow = z.infer<typeof ReportRow>;

/** `mute`: may not talk. `suspend`: may not talk, open tables or sit down; games under way are played to their end. */
export const SanctionKind = z.enum(['mute', 'suspend']);
export type SanctionKind = z.infer<typeof SanctionKind>;

/** `POST /api/moderation/sanctions`. Without `days` it lasts until it is lifted. */
export const NewSanction = z.strictObject({
  about: Words(MAX_NAME_LENGTH),
  kind: SanctionKind,
  reason: Said,
  days: z.nullable(z.int().check(z.minimum(1), z.maximum(3650))),
});
export type NewSanction = z.infer<typeof NewSanction>;

export const SanctionRow = z.object({
  id: z.int().check(z.positive()),
  about: Player,
  kind: SanctionKind,
  reason: z.string(),
  by: Player,
  at: Instant,
  until: z.nullable(Instant),
  liftedAt: z.nullable(Instant),
});
export type SanctionRow = z.infer<typeof SanctionRow>;

/** What one with a role did; `about` is the player it was done to. */
export const AuditRow = z.object({
  id: z.int().check(z.positive()),
  at: Instant,
  by: z.string(),
  action: z.enum(['grant', 'revoke', 'sanction', 'lift', 'handle']),
  about: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** `GET /api/moderation`: what waits, what is in force, and what was done lately, each newest first. */
export const ModerationView = z.object({
  reports: z.array(ReportRow),
  sanctions: z.array(SanctionRow),
  audit: z.array(AuditRow),
});
export type ModerationView = z.infer<typeof ModerationView>;
