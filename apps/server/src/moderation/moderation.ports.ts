import type { AuditRow, NewReport, PlayerId, ReportRow, SanctionKind, SanctionRow } from '@terrace/protocol';

/** `until` is null until the sanction is lifted. */
type InForce = { readonly kind: SanctionKind; readonly reason: string; readonly until: number | null };

/** Instants are ms since 1970. Every change also writes its audit entry. */
export type ModerationStore = {
  report(by: PlayerId, about: PlayerId, report: Omit<NewReport, 'about'>, at: number): Promise<void>;
  reports(most: number): Promise<readonly ReportRow[]>;
  /** False when no such report is pending. */
  handle(id: number, by: PlayerId, at: number): Promise<boolean>;
  inForce(player: PlayerId, at: number): Promise<readonly InForce[]>;
  sanctions(at: number, most: number): Promise<readonly SanctionRow[]>;
  sanction(about: PlayerId, by: PlayerId, sanction: InForce, at: number): Promise<void>;
  /** False when no such sanction is in force. */
  lift(id: number, by: PlayerId, at: number): Promise<boolean>;
  audit(most: number): Promise<readonly AuditRow[]>;
  /** False when no account has that name. */
  setAdmin(name: string, on: boolean, at: number): Promise<boolean>;
  isAdmin(player: PlayerId): Promise<boolean>;
  admins(): Promise<readonly PlayerId[]>;
};
