import * as z from 'zod/mini';
import { ChatMessage } from './chat.ts';
import { GameId, Instant, Player } from './ids.ts';
import { MAX_NAME_LENGTH, MAX_STATEMENT_LENGTH } from './limits.ts';
import { NonBlankText } from './text.ts';

const Said = NonBlankText(MAX_STATEMENT_LENGTH);

export const ReportReason = z.enum(['talk', 'cheating', 'name', 'leaving', 'other']);
export type ReportReason = z.infer<typeof ReportReason>;

/** `POST /api/reports`: reports a player to the moderators. `gameId` is the game it happened in, if any. */
export const NewReport = z.strictObject({
  about: NonBlankText(MAX_NAME_LENGTH),
  reason: ReportReason,
  text: Said,
  gameId: z.nullable(GameId),
});
export type NewReport = z.infer<typeof NewReport>;

/** A report for moderators. `talk` is the reported message with the messages around it, oldest first. */
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

/** `mute`: no chat. `suspend`: no chat, opening tables or taking seats; games in progress continue. */
export const SanctionKind = z.enum(['mute', 'suspend']);
export type SanctionKind = z.infer<typeof SanctionKind>;

/** `POST /api/moderation/sanctions`. Without `days`, it lasts until lifted. */
export const NewSanction = z.strictObject({
  about: NonBlankText(MAX_NAME_LENGTH),
  kind: SanctionKind,
  reason: Said,
  days: z.nullable(z.int().check(z.minimum(1), z.maximum(3650))),
});
export type NewSanction = z.infer<typeof NewSanction>;
/** A sanction as a page sends it; the server cleans its texts. */
export type SanctionInput = z.input<typeof NewSanction>;

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

/** An action of a moderator; `about` is the affected player. */
export const AuditRow = z.object({
  id: z.int().check(z.positive()),
  at: Instant,
  by: z.string(),
  action: z.enum(['grant', 'revoke', 'sanction', 'lift', 'handle']),
  about: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** `GET /api/moderation`: open reports, active sanctions and recent actions, each newest first. */
export const ModerationView = z.object({
  reports: z.array(ReportRow),
  sanctions: z.array(SanctionRow),
  audit: z.array(AuditRow),
});
export type ModerationView = z.infer<typeof ModerationView>;
