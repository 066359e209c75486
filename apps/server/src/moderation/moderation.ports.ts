import type { AuditRow, NewReport, PlayerId, ReportRow, SanctionKind, SanctionRow } from '@terrace/protocol';

/** A sanction in force. `until` null: until it is lifted. */
type InForce = { readonly kind: SanctionKind; readonly reason: string; readonly until: number | null };

/** What moderation needs of a database. Instants are ms since 1970. Whatever changes something writes its audit entry with it. */
export type ModerationStore = {
  report(by: PlayerId, about: PlayerId, report: Omit<NewReport, 'about'>, at: number): Promise<void>;
  reports(most: number): Promise<readonly ReportRow[]>;
  /** False when there is no such report waiting. */
  handle(id: number, by: PlayerId, at: number): Promise<boolean>;
  inForce(player: PlayerId, at: number): Promise<readonly InForce[]>;
  sanctions(at: number, most: number): Promise<readonly SanctionRow[]>;
  sanction(about: PlayerId, by: PlayerId, sanction: InForce, at: number): Promise<void>;
  /** False when there is no such sanction in force. */
  lift(id: number, by: PlayerId, at: number): Promise<boolean>;
  audit(most: number): Promise<readonly AuditRow[]>;
  /** Gives the role of a moderator, or takes it. False when there is no account of that name. */
  setAdmin(name: string, on: boolean, at: number): Promise<boolean>;
  isAdmin(player: PlayerId): Promise<boolean>;
};
