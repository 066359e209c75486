import type { GameId } from '@terrace/protocol';
import type { Lease } from '../runtime/workers.ts';

/** A commit that may need notifications, with its events after `after` up to `seq`, or such a chat message. */
export type OutboxRow = {
  readonly id: number;
  readonly gameId: GameId;
  readonly about:
    | { readonly kind: 'commit'; readonly after: number; readonly seq: number }
    | { readonly kind: 'message'; readonly message: number };
  /** In ms since 1970, as all instants here. */
  readonly at: number;
  /** This one included. */
  readonly attempts: number;
};

/** Commits and messages whose notifications are still to be derived. All functions throw DatabaseUnavailable or DatabaseBusy. */
export type OutboxStore = {
  /** Takes rows that are due, oldest first. Rows that are not removed become due again at the end of the lease. */
  claim(lease: Lease, limit: number): Promise<readonly OutboxRow[]>;
  /** @param isCounted whether the attempt counts as failed */
  postpone(id: number, until: number, isCounted: boolean): Promise<void>;
  remove(id: number): Promise<void>;
  waiting(): Promise<{ readonly count: number; readonly since: number | null }>;
};
