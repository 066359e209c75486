import { startOf } from '@terrace/game';
import { DAY_MS, DEFAULT_SETTINGS, MINUTE_MS, SECOND_MS, Settings, type StartRefusal } from '@terrace/protocol';
import { err, ok, type Position, type Result, type SetupName, type Side } from '@terrace/rules';

/** A table as somebody is setting it, field by field, before it is opened. */
export type Draft = {
  setup: SetupName | 'custom';
  position: string;
  rules: Settings['rules'];
  time: 'clock' | 'days' | 'none';
  minutes: number;
  seconds: number;
  days: number;
  side: Side | 'any';
  seen: Settings['seen'];
  starts: Settings['starts'];
  rated: boolean;
  /** Names of players to keep seats for; empty for anyone. By side, or in any order while the own side is open. */
  names: readonly string[];
};

/** A position somebody set up, as text (R24), and its house rules. */
export type CustomStart = Pick<Draft, 'position' | 'rules'>;

export const DAY_COUNTS = [1, 2, 3, 5, 7, 14] as const;

export const emptyDraft = (setup: SetupName): Draft => ({
  setup,
  position: '',
  rules: DEFAULT_SETTINGS.rules,
  time: 'clock',
  minutes: 10,
  seconds: 5,
  days: 2,
  side: 'any',
  seen: 'public',
  starts: 'full',
  rated: false,
  names: [],
});

/** What of a draft does not do. */
export type Fault = { readonly field: 'position'; readonly why: StartRefusal } | { readonly field: 'time' };

export type Table = { readonly settings: Settings; readonly start: Position };

/** The settings a draft means, and the position its game begins with. */
export function tableOf(draft: Draft): Result<Table, Fault> {
  const settings = Settings.safeParse({
    setup: draft.setup,
    position: draft.setup === 'custom' ? draft.position.trim().slice(0, 200) : null,
    rules: draft.rules,
    time: timeOf(draft),
    rated: draft.rated,
    seen: draft.seen,
    starts: draft.starts,
  });
  if (!settings.success) return err({ field: 'time' });
  const start = startOf(settings.data);
  return start.ok ? ok({ settings: settings.data, start: start.value }) : err({ field: 'position', why: start.error });
}

function timeOf({ time, minutes, seconds, days }: Draft): unknown {
  if (time === 'none') return null;
  if (time === 'days') return { kind: 'days', perMoveMs: days * DAY_MS };
  return { kind: 'clock', initialMs: Math.round(minutes * MINUTE_MS), incrementMs: Math.round(seconds * SECOND_MS) };
}

export type Seating = {
  readonly side: Side | null;
  readonly reserved: readonly { readonly side: Side; readonly name: string }[];
};

/**
 * Who sits where: names stand for the other seats in turn order. While the own side is open, seats are drawn for those
 * who are named and for oneself; without names the server draws.
 *
 * @param random 0 to below 1, as `Math.random`
 */
export function seating(draft: Draft, seats: readonly Side[], random: () => number): Seating {
  const named = draft.names.map((name) => name.trim());
  const side = draft.side !== 'any' && seats.includes(draft.side) ? draft.side : null;
  if (side !== null) {
    const others = seats.filter((each) => each !== side);
    return { side, reserved: others.flatMap((each, n) => (named[n] ? [{ side: each, name: named[n] }] : [])) };
  }
  const wanted = named.slice(0, seats.length - 1).filter((name) => name !== '');
  if (wanted.length === 0) return { side: null, reserved: [] };
  const [own = null, ...others] = shuffled(seats, random);
  return { side: own, reserved: others.flatMap((each, n) => (wanted[n] ? [{ side: each, name: wanted[n] }] : [])) };
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, lot: random() }))
    .toSorted((a, b) => a.lot - b.lot)
    .map(({ item }) => item);
}
