import { DAY_MS, type PlayerId, type Refusal, type VacationView } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Once } from '../game-service/command-ids.ts';
import { daysLeftIn, yearOf, yearsOf } from './days.ts';
import type { Vacation, VacationStore } from './vacations.ports.ts';

type Dependencies = {
  readonly store: Pick<VacationStore, 'of' | 'change'>;
  /** Has the change written into the player's games. */
  readonly changed: () => void;
  readonly now: () => number;
};

export type Vacations = ReturnType<typeof createVacations>;

/** Players go on vacation and return. Their games by correspondence and without a clock follow in the background. */
export function createVacations({ store, changed, now }: Dependencies) {
  const runningAt = (vacations: readonly Vacation[], at: number) =>
    vacations.find(({ since, until }) => since <= at && at < until);

  async function view(player: PlayerId): Promise<VacationView> {
    const at = now();
    const vacations = await store.of(player, startOfYear(at));
    const running = runningAt(vacations, at);
    return {
      vacation: running === undefined ? null : { since: running.since, until: running.until },
      year: yearOf(at),
      daysLeft: daysLeftIn(yearOf(at), vacations),
    };
  }

  async function change(
    player: PlayerId,
    decide: (vacations: readonly Vacation[], at: number) => Result<Vacation, Refusal>,
    once: Once | undefined,
  ): Promise<Result<VacationView, Refusal>> {
    const done = await store.change(
      player,
      startOfYear(now()),
      (vacations) => {
        // Read after the player's row is locked, and never before a vacation that another request or node has just begun.
        const at = Math.max(now(), ...vacations.map(({ since }) => since));
        return decide(vacations, at);
      },
      once,
    );
    if (!done.ok) return done;
    changed();
    return ok(await view(player));
  }

  return {
    view,

    /** Begins at once and lasts `days` times 24 hours. */
    begin: (player: PlayerId, days: number, once?: Once): Promise<Result<VacationView, Refusal>> =>
      change(
        player,
        (vacations, at) => {
          const running = runningAt(vacations, at);
          if (running !== undefined) return err({ code: 'on-vacation', until: running.until });
          const vacation = { since: at, until: at + days * DAY_MS };
          for (const year of yearsOf(vacation)) {
            if (daysLeftIn(year, [...vacations, vacation]) >= 0) continue;
            return err({ code: 'vacation-used-up', year, left: daysLeftIn(year, vacations) });
          }
          return ok(vacation);
        },
        once,
      ),

    end: (player: PlayerId, once?: Once): Promise<Result<VacationView, Refusal>> =>
      change(
        player,
        (vacations, at) => {
          const running = runningAt(vacations, at);
          return running === undefined ? err({ code: 'not-on-vacation' }) : ok({ ...running, until: at });
        },
        once,
      ),

    /** The end of the player's present vacation; undefined without one. */
    async until(player: PlayerId): Promise<number | undefined> {
      const at = now();
      return runningAt(await store.of(player, at), at)?.until;
    },
  };
}

const startOfYear = (instant: number): number => Date.UTC(yearOf(instant), 0, 1);
