import { startPositionOf } from '@terrace/game';
import {
  DAY_MS,
  DEFAULT_SETTINGS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  Settings,
  type StartRefusal,
  type Strength,
} from '@terrace/protocol';
import { err, ok, type Position, type Result, type SetupName, type Side } from '@terrace/rules';

export type Draft = {
  setup: SetupName | 'custom';
  position: string;
  rules: Settings['rules'];
  time: 'clock' | 'days' | 'none';
  minutes: number;
  seconds: number;
  days: number;
  /** Correspondence: days for each move, or a bank of days that moves add to. */
  pace: 'days' | 'bank';
  bankDays: number;
  gainHours: number;
  /** The time zone whose weekends do not count; null if they do. */
  weekendsOff: string | null;
  side: Side | 'any';
  seen: Settings['seen'];
  starts: Settings['starts'];
  rated: boolean;
  /** Invited players in turn order, in any order while `side` is `any`. An empty name opens the seat to anyone. */
  names: readonly string[];
  /** Strengths of the computers in the other seats, in the order of `names`; null for a person. */
  computers: readonly (Strength | null)[];
  /** Replaces a player who leaves a game of three or four seats; null for no replacement. */
  substitute: Strength | null;
};

/** A custom position (R24) and its house rules. */
export type CustomStart = Pick<Draft, 'position' | 'rules'>;

export const DAY_COUNTS = [1, 2, 3, 5, 7, 14] as const;
export const BANK_DAYS = [3, 5, 7, 10, 14, 21, 30] as const;
export const GAIN_HOURS = [0, 6, 12, 24, 48, 72] as const;

export const emptyDraft = (setup: SetupName): Draft => ({
  setup,
  position: '',
  rules: DEFAULT_SETTINGS.rules,
  time: 'clock',
  minutes: 10,
  seconds: 5,
  days: 2,
  pace: 'days',
  bankDays: 10,
  gainHours: 24,
  weekendsOff: null,
  side: 'any',
  seen: 'public',
  starts: 'full',
  rated: false,
  names: [],
  computers: [],
  substitute: null,
});

export type DraftError = { readonly field: 'position'; readonly why: StartRefusal } | { readonly field: 'time' };

export type Table = { readonly settings: Settings; readonly start: Position };

export function tableOf(draft: Draft): Result<Table, DraftError> {
  const settings = Settings.safeParse({
    setup: draft.setup,
    position: draft.setup === 'custom' ? draft.position.trim().slice(0, 200) : null,
    rules: draft.rules,
    time: timeOf(draft),
    rated: draft.rated,
    seen: draft.seen,
    starts: draft.starts,
    ...(draft.substitute !== null && { substitute: draft.substitute }),
  });
  if (!settings.success) return err({ field: 'time' });
  const start = startPositionOf(settings.data);
  if (!start.ok) return err({ field: 'position', why: start.error });
  const { substitute, ...rest } = settings.data;
  const many = start.value.seats.length > 2 && substitute !== undefined;
  return ok({ settings: many ? { ...rest, substitute } : rest, start: start.value });
}

function timeOf({ time, minutes, seconds, ...rest }: Draft): unknown {
  if (time === 'none') return null;
  if (time === 'days') return correspondenceOf(rest);
  return { kind: 'clock', initialMs: Math.round(minutes * MINUTE_MS), incrementMs: Math.round(seconds * SECOND_MS) };
}

function correspondenceOf({
  pace,
  days,
  bankDays,
  gainHours,
  weekendsOff,
}: Pick<Draft, 'pace' | 'days' | 'bankDays' | 'gainHours' | 'weekendsOff'>): unknown {
  const off = weekendsOff !== null && { weekendsOff };
  if (pace === 'days') return { kind: 'days', perMoveMs: days * DAY_MS, ...off };
  return { kind: 'bank', bankMs: bankDays * DAY_MS, incrementMs: gainHours * HOUR_MS, ...off };
}

export type Seating = {
  readonly side: Side | null;
  readonly reserved: readonly { readonly side: Side; readonly name: string }[];
  readonly computers: readonly ComputerSeat[];
};

type ComputerSeat = { readonly side: Side; readonly strength: Strength };

type Expected = { readonly name: string } | { readonly strength: Strength };

/** Assigns names and computers to the other seats in turn order, or draws seats if the host's side is open. */
export function seating(draft: Draft, seats: readonly Side[], random: () => number): Seating {
  const side = draft.side !== 'any' && seats.includes(draft.side) ? draft.side : null;
  const expected = seats.slice(1).map((_, n) => expectedAt(draft, n));
  if (side !== null)
    return seated(
      side,
      seats.filter((each) => each !== side),
      expected,
    );
  const wanted = expected.filter((each) => each !== undefined);
  if (wanted.length === 0) return { side: null, reserved: [], computers: [] };
  const [own = null, ...others] = shuffled(seats, random);
  return seated(own, others, wanted);
}

function expectedAt({ names, computers }: Draft, n: number): Expected | undefined {
  const strength = computers[n] ?? null;
  if (strength !== null) return { strength };
  const name = names[n]?.trim() ?? '';
  return name === '' ? undefined : { name };
}

function seated(side: Side | null, others: readonly Side[], expected: readonly (Expected | undefined)[]): Seating {
  const seats = others.flatMap((other, n) => {
    const who = expected[n];
    return who === undefined ? [] : [{ side: other, ...who }];
  });
  return {
    side,
    reserved: seats.filter((seat) => 'name' in seat),
    computers: seats.filter((seat) => 'strength' in seat),
  };
}

function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, lot: random() }))
    .toSorted((a, b) => a.lot - b.lot)
    .map(({ item }) => item);
}
