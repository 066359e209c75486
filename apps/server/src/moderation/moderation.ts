import type { ModerationView, NewReport, NewSanction, Player, PlayerId, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { PlayerStore } from '../game/store.ts';
import type { ModerationStore } from './store.ts';

const DAY = 24 * 3600 * 1000; // ms

/** Reports one player may send in an hour. */
const PER_HOUR = 10;

/** Rows of each kind in one view. */
const MOST = 100;

type Services = { readonly store: ModerationStore; readonly people: PlayerStore; readonly now: () => number };

export type Moderation = ReturnType<typeof moderationOf>;

/** Reports, and what moderators do about them. Who is none is refused everything but to report. */
export function moderationOf({ store, people, now }: Services) {
  const pace = new RateLimiterMemory({ points: PER_HOUR, duration: 3600 });

  async function named(name: string): Promise<Result<Player, Refusal>> {
    const player = await people.byName(name);
    return player === undefined ? err({ code: 'no-such-player', name }) : ok(player);
  }

  /** What only a moderator may do. */
  async function asAdmin<T>(by: PlayerId, job: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
    return (await store.isAdmin(by)) ? job() : err({ code: 'not-admin' });
  }

  return {
    /** Puts a player before the moderators. Nobody reports themselves. */
    async report(by: PlayerId, { about, ...report }: NewReport): Promise<Result<null, Refusal>> {
      const player = await named(about);
      if (!player.ok) return player;
      if (player.value.id === by) return err({ code: 'about-oneself' });
      try {
        await pace.consume(by);
      } catch (tooMany) {
        if (!(tooMany instanceof RateLimiterRes)) throw tooMany;
        return err({ code: 'too-many-requests', retryMs: tooMany.msBeforeNext });
      }
      await store.report(by, player.value.id, report, now());
      return ok(null);
    },

    view: (by: PlayerId): Promise<Result<ModerationView, Refusal>> =>
      asAdmin(by, async () => {
        const [reports, sanctions, audit] = await Promise.all([
          store.reports(MOST),
          store.sanctions(now(), MOST),
          store.audit(MOST),
        ]);
        return ok({ reports: [...reports], sanctions: [...sanctions], audit: [...audit] });
      }),

    handle: (by: PlayerId, id: number): Promise<Result<null, Refusal>> =>
      asAdmin(by, async () => ((await store.handle(id, by, now())) ? ok(null) : err({ code: 'no-such-report' }))),

    sanction: (by: PlayerId, { about, kind, reason, days }: NewSanction): Promise<Result<null, Refusal>> =>
      asAdmin(by, async () => {
        const player = await named(about);
        if (!player.ok) return player;
        if (player.value.id === by) return err({ code: 'about-oneself' });
        const until = days === null ? null : now() + days * DAY;
        await store.sanction(player.value.id, by, { kind, reason, until }, now());
        return ok(null);
      }),

    lift: (by: PlayerId, id: number): Promise<Result<null, Refusal>> =>
      asAdmin(by, async () => ((await store.lift(id, by, now())) ? ok(null) : err({ code: 'no-such-sanction' }))),

    /** Why somebody may not talk now; undefined when they may. */
    async whyNotTalk(player: PlayerId): Promise<Refusal | undefined> {
      const [worst] = await store.inForce(player, now());
      return worst && { code: worst.kind === 'mute' ? 'muted' : 'suspended', reason: worst.reason, until: worst.until };
    },

    /** Why somebody may not open a table or sit down now; undefined when they may. */
    async whyNotJoin(player: PlayerId): Promise<Refusal | undefined> {
      const suspended = (await store.inForce(player, now())).find(({ kind }) => kind === 'suspend');
      return suspended && { code: 'suspended', reason: suspended.reason, until: suspended.until };
    },
  };
}
