import {
  DAY_MS,
  isComputer,
  type ModerationView,
  type NewReport,
  type NewSanction,
  type Player,
  type PlayerId,
  type Refusal,
} from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { PlayerStore } from '../game-service/players.ports.ts';
import type { CreateSharedLimit } from '../limits/rate-limit.ts';
import type { ModerationStore } from './moderation.ports.ts';

const MAX_REPORTS_PER_HOUR = 10;
const MAX_ROWS_OF_A_KIND = 100;

type Dependencies = {
  readonly store: ModerationStore;
  readonly players: PlayerStore;
  readonly createLimit: CreateSharedLimit;
  readonly onReported: () => void;
  readonly onSuspended: (player: Player) => void;
  readonly now: () => number;
};

export type Moderation = ReturnType<typeof createModeration>;

/** The routes check permissions. */
export function createModeration({ store, players, createLimit, onReported, onSuspended, now }: Dependencies) {
  const limit = createLimit('reports', { points: MAX_REPORTS_PER_HOUR, duration: 3600 });

  async function named(name: string): Promise<Result<Player, Refusal>> {
    const player = await players.byName(name);
    return player === undefined || isComputer(player) ? err({ code: 'no-such-player', name }) : ok(player);
  }

  return {
    async report(by: PlayerId, { about, ...report }: NewReport): Promise<Result<null, Refusal>> {
      const player = await named(about);
      if (!player.ok) return player;
      if (player.value.id === by) return err({ code: 'about-oneself' });
      const tooMany = await limit.consume(by);
      if (tooMany !== undefined) return err(tooMany);
      await store.report(by, player.value.id, report, now());
      onReported();
      return ok(null);
    },

    async view(): Promise<ModerationView> {
      const [reports, sanctions, audit] = await Promise.all([
        store.reports(MAX_ROWS_OF_A_KIND),
        store.sanctions(now(), MAX_ROWS_OF_A_KIND),
        store.audit(MAX_ROWS_OF_A_KIND),
      ]);
      return { reports: [...reports], sanctions: [...sanctions], audit: [...audit] };
    },

    handle: async (by: PlayerId, id: number): Promise<Result<null, Refusal>> =>
      (await store.handle(id, by, now())) ? ok(null) : err({ code: 'no-such-report' }),

    async sanction(by: PlayerId, { about, kind, reason, days }: NewSanction): Promise<Result<null, Refusal>> {
      const player = await named(about);
      if (!player.ok) return player;
      if (player.value.id === by) return err({ code: 'about-oneself' });
      const until = days === null ? null : now() + days * DAY_MS;
      await store.sanction(player.value.id, by, { kind, reason, until }, now());
      if (kind === 'suspend') onSuspended(player.value);
      return ok(null);
    },

    lift: async (by: PlayerId, id: number): Promise<Result<null, Refusal>> =>
      (await store.lift(id, by, now())) ? ok(null) : err({ code: 'no-such-sanction' }),

    async chatRefusal(player: PlayerId): Promise<Refusal | undefined> {
      const [worst] = await store.inForce(player, now());
      return worst && { code: worst.kind === 'mute' ? 'muted' : 'suspended', reason: worst.reason, until: worst.until };
    },

    async joinRefusal(player: PlayerId): Promise<Refusal | undefined> {
      const suspended = (await store.inForce(player, now())).find(({ kind }) => kind === 'suspend');
      return suspended && { code: 'suspended', reason: suspended.reason, until: suspended.until };
    },
  };
}
