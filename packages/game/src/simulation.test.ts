/** Hundreds of seeded tables in virtual time: any command, from anyone, at any moment, twice, late or never. */
import { type Command, type LoggedEvent, type Offer, type Player, type Settings, STRENGTHS } from '@terrace/protocol';
import {
  formatPosition,
  legalMoves,
  parsePosition,
  pieces,
  type SetupName,
  SIDES,
  type Side,
  squareName,
} from '@terrace/rules';
import { beforeAll, describe, expect, test } from 'vitest';
import { bySuite } from '../../../tools/testing/suite.ts';
import { remainingMs } from './clock.ts';
import type { CommandContext } from './context.ts';
import { deadlineAt } from './deadlines.ts';
import type { ServerCommand } from './decide.ts';
import { traitsOf } from './event-traits.ts';
import { apply, fold } from './fold.ts';
import { currentPosition, type GameState, sideOf } from './state.ts';
import { player, settings, Table } from './testing/table.ts';

/** Table n is always the same, so the number in a failure message is enough to repeat it. */
const TABLES = bySuite(750, 2_000); // the first reservation expires at table 714
const COMMANDS = 160;

const TIMEOUT_MS = bySuite(120_000, 600_000);

type Dice = { below(n: number): number; chance(share: number): boolean; pick<T>(from: readonly T[]): T };

/** xorshift32, deterministic by seed. */
function dice(seed: number): Dice {
  let state = (seed * 2_654_435_761 + 1) | 0 || 1;
  const below = (n: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % n;
  };
  return {
    below,
    chance: (share) => below(10_000) < share * 10_000,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
  };
}

const setups: readonly SetupName[] = ['long', 'short', 'three', 'four', 'short6', 'three6', 'four6'];
const people = ['ann', 'ben', 'cleo', 'dan', 'spy', 'eve'].map(player);
const offers: readonly Offer[] = ['draw', 'takeback', 'pause', 'resume', 'rematch'];

function anyTable({ pick, chance }: Dice): Settings {
  const time = pick<Settings['time']>([
    null,
    { kind: 'clock', initialMs: 20_000, incrementMs: 0 },
    { kind: 'clock', initialMs: 60_000, incrementMs: 2_000 },
    { kind: 'days', perMoveMs: 24 * 3_600_000 },
  ]);
  const rules = pick<Settings['rules']>([
    { capture: 'standard', sliding: 'standard' },
    { capture: 'rank', sliding: 'standard' },
    { capture: 'standard', sliding: 'not-larger' },
  ]);
  const substitute = chance(0.3) ? { substitute: pick(STRENGTHS) } : {};
  return settings({ setup: pick(setups), rules, time, starts: chance(0.1) ? 'host' : 'full', ...substitute });
}

function anyCommand(state: GameState, die: Dice): { by: Player | null; command: Command | ServerCommand } {
  const { below, chance, pick } = die;
  const position = currentPosition(state);
  const mover = state.seats.find(({ side }) => side === position.turn)?.player ?? pick(people);
  if (chance(0.002)) return { by: null, command: { type: 'abandon' } };
  if (chance(0.002)) return { by: null, command: { type: 'set-aside' } };
  if (state.status === 'open' && chance(0.05)) {
    const side = pick(SIDES);
    const type = pick(['seat-computer', 'seat-computer', 'unseat-computer'] as const);
    const command: Command = type === 'seat-computer' ? { type, side, strength: pick(STRENGTHS) } : { type, side };
    return { by: chance(0.8) ? host(state) : pick(people), command };
  }
  if (state.status === 'open' && chance(0.6)) {
    const expected = state.seats.flatMap(({ reserved }) => reserved ?? []);
    return { by: pick([...people, ...expected]), command: { type: 'sit', side: chance(0.7) ? null : pick(SIDES) } };
  }
  if (state.offers.draw !== undefined && chance(0.3))
    return { by: pick(state.seats).player, command: { type: 'offer', offer: 'draw' } };
  if (chance(0.75)) {
    const moves = legalMoves(position);
    const squares = pieces(position).map(({ square }) => square);
    const move = moves.length > 0 && chance(0.95) ? pick(moves) : { from: pick(squares), to: pick(squares) };
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    const ply = chance(0.95) ? position.ply : 1 + below(position.ply + 2);
    return { by: chance(0.95) ? mover : pick(people), command: { type: 'move', ply, from, to } };
  }
  const offer = pick(offers);
  const rare: readonly Command[] = [
    { type: 'resign' },
    { type: 'abort' },
    { type: 'leave' },
    { type: 'claim', side: pick(SIDES) },
    { type: 'claim', side: position.turn },
  ];
  const common: readonly Command[] = [
    { type: 'offer', offer },
    { type: 'accept', offer, seq: state.offers[offer]?.seq ?? state.seq },
    { type: 'refuse', offer, seq: state.offers[offer]?.seq ?? state.seq },
    { type: 'give-time' },
    { type: 'flag' },
    { type: 'start' },
    { type: 'decline' },
  ];
  return { by: chance(0.1) ? null : pick(people), command: chance(0.08) ? pick(rare) : pick(common) };
}

const host = ({ host: id, seats }: GameState): Player | null =>
  seats.find(({ player: seated }) => seated?.id === id)?.player ?? null;

/** An independent account of every side's time: given minus used. Correspondence games have none. */
class Ledger {
  readonly left: Record<Side, number>;
  #since: number | null = null; // when the running turn began; null while no clock runs

  readonly #initialMs: number;
  readonly #incrementMs: number;

  constructor(initialMs: number, incrementMs: number) {
    this.#initialMs = initialMs;
    this.#incrementMs = incrementMs;
    this.left = { south: initialMs, west: initialMs, north: initialMs, east: initialMs };
  }

  post(before: GameState, { event, at }: LoggedEvent, arrivedAt: number): void {
    const { turn } = currentPosition(before);
    const used = (until: number) => (this.#since === null ? 0 : Math.max(0, until - this.#since));
    const use = (until: number) => {
      this.left[turn] = Math.max(0, this.left[turn] - used(until));
    };
    switch (event.type) {
      case 'started':
      case 'resumed':
        this.#since = at;
        break;
      case 'moved':
        this.left[turn] += this.#incrementMs + (event.lagMs ?? 0) - used(arrivedAt);
        this.#since = at;
        break;
      case 'out':
        if (event.side !== turn) break;
        use(at);
        if (event.by === 'time') this.left[turn] = 0;
        this.#since = at;
        break;
      case 'replaced':
        this.left[event.side] = this.#initialMs;
        if (event.side === turn && this.#since !== null) this.#since = at;
        break;
      case 'undone':
        use(at);
        this.#since = at;
        break;
      case 'paused':
      case 'ended':
      case 'closed':
        use(at);
        this.#since = null;
        break;
      case 'time-given':
        for (const side of SIDES) if (side !== event.side) this.left[side] += event.ms;
    }
  }
}

/** Correspondence times by seed; the dice of other tables stay as they are. */
function withSlowTime(chosen: Settings, seed: number): Settings {
  const times: readonly Settings['time'][] = [
    { kind: 'days', perMoveMs: 24 * 3_600_000 },
    { kind: 'days', perMoveMs: 24 * 3_600_000, weekendsOff: 'Europe/Berlin' },
    { kind: 'bank', bankMs: 48 * 3_600_000, incrementMs: 3_600_000, weekendsOff: 'Australia/Lord_Howe' },
  ];
  return chosen.time?.kind === 'days' ? { ...chosen, time: times[seed % times.length] ?? null } : chosen;
}

function simulate(seed: number): Table {
  const die = dice(seed);
  const chosen = withSlowTime(anyTable(die), seed);
  const sides = new Table(chosen, player('nobody'), 'south').state.seats.map(({ side }) => side);
  const own = die.pick(sides);
  const kept = die.chance(0.2) ? sides.filter((side) => side !== own).slice(0, 1) : [];
  const table = new Table(
    chosen,
    people[0] ?? player('ann'),
    own,
    kept.map((side) => ({ side, player: die.pick(people.slice(1)) })),
  );
  const clocked = chosen.time?.kind === 'clock' ? new Ledger(chosen.time.initialMs, chosen.time.incrementMs) : null;
  const late: { by: Player | null; command: Command | ServerCommand; id: string }[] = [];
  for (let n = 0; n < COMMANDS; n += 1) {
    if (n % 20 === 10) goOnVacation(table, n);
    const jumps = die.chance(table.state.status === 'open' ? 0.06 : 0.02);
    const waits = die.chance(0.08) ? 12_000 : die.below(1_500);
    table.now += jumps ? die.pick([70_000, 700_000]) : waits;
    const fresh = { ...anyCommand(table.state, die), id: `command-${n}` };
    if (die.chance(0.03)) continue; // lost in transit
    if (die.chance(0.05)) {
      late.push(fresh); // arrives after the game has moved on
      continue;
    }
    const due = die.chance(0.1) ? late.splice(0) : [];
    for (const { by, command, id } of [fresh, ...(die.chance(0.1) ? [fresh] : []), ...due]) {
      const arrivedAt = table.now - die.below(40);
      const context: Partial<CommandContext> = {
        arrivedAt,
        lagMs: die.below(400),
        absentSides: die.chance(0.4) ? SIDES : [],
      };
      const before = table.state;
      const seqBefore = table.log.length;
      table.send(by, command, context, id);
      check(before, table, by, table.log.slice(seqBefore), clocked, arrivedAt);
    }
  }
  return table;
}

/** Writes a vacation twice; every other one has ended at once. */
function goOnVacation(table: Table, n: number): void {
  const who = people[n % people.length] ?? player('ann');
  const since = table.now - 30_000;
  const command = { type: 'vacation', player: who.id, since, until: since + (n % 40 === 10 ? 0 : 400_000) } as const;
  for (let sent = 0; sent < 2; sent += 1) {
    const before = table.log.length;
    table.send(null, command);
    if (sent === 1 && table.log.length > before) throw new Error('a vacation was written twice');
  }
}

function check(
  before: GameState,
  table: Table,
  by: Player | null,
  made: readonly LoggedEvent[],
  ledger: Ledger | null,
  arrivedAt: number,
): void {
  const { state, log } = table;
  let step = before;
  for (const logged of made) {
    if (logged.event.type === 'moved') {
      const side = sideOf(step, by?.id);
      if (side !== currentPosition(step).turn || currentPosition(step).out.includes(side))
        throw new Error('a side moved that was out or not to move');
    }
    ledger?.post(step, logged, arrivedAt);
    const after = apply(step, logged);
    checkTraits(step, after, logged);
    step = after;
  }
  if (
    state.status === 'open' &&
    (state.settings.time?.kind !== 'clock' || state.seats.some(({ reserved }) => reserved !== null)) !==
      (deadlineAt(state) !== undefined)
  )
    throw new Error('a reservation never expires, or a clock runs without a deadline');
  if (step.seq !== state.seq || state.seq !== log.length) throw new Error('the log and the state differ');
  const text = formatPosition(currentPosition(state));
  if (!parsePosition(text, state.settings.rules).ok) throw new Error(`an illegal position: ${text}`);
  if (ledger !== null && state.clock !== null) {
    for (const { side } of state.seats) {
      const shown = state.status === 'live' ? state.clock?.remainingMs[side] : remainingMs(state, side, table.now);
      if (shown !== ledger.left[side]) throw new Error(`${side} has ${shown} ms instead of ${ledger.left[side]} ms`);
    }
  }
}

/** An event's traits describe the effect of its fold. */
function checkTraits(before: GameState, after: GameState, { event, by }: LoggedEvent): void {
  const { status, board, players, leaves } = traitsOf(event);
  const idsOf = ({ seats }: GameState) => seats.map(({ player: seated }) => seated?.id).join();
  const sits = ({ seats }: GameState) => seats.some((seat) => (seat.player ?? seat.reserved)?.id === by);
  const holds =
    (status ?? before.status) === after.status &&
    (board !== null) === (before.history !== after.history) &&
    players === (idsOf(before) !== idsOf(after)) &&
    (!leaves || (sits(before) && !sits(after)) || by === before.host);
  if (!holds) throw new Error(`the traits of ${event.type} differ from its effect`);
}

function checkTable(seed: number, { state, log }: Table): void {
  const ends = log.filter(({ event }) => event.type === 'ended' || event.type === 'closed');
  expect(ends.length, `table ${seed} ends once`).toBe(state.status === 'over' || state.status === 'closed' ? 1 : 0);
  if (state.result) {
    const placed = state.result.places.flat();
    expect(new Set(placed), `table ${seed} places every side`).toEqual(new Set(currentPosition(state).seats));
    expect(placed, `table ${seed} places each side once`).toHaveLength(state.seats.length);
  }
  const ids = log.flatMap(({ by, commandId }) => (commandId ? [`${by} ${commandId}`] : []));
  const runs = ids.filter((id, i) => id !== ids[i - 1]);
  expect(new Set(runs).size, `table ${seed} carries each command out once`).toBe(runs.length);

  const cut = 1 + (seed % log.length);
  const prefix = fold(null, log.slice(0, cut));
  expect(prefix?.seq).toBe(cut);
  const whole = fold(prefix, log.slice(cut));
  expect({ ...whole, history: null }, `table ${seed} folds to its state`).toEqual({ ...state, history: null });
  expect(whole && formatPosition(currentPosition(whole))).toBe(formatPosition(currentPosition(state)));
}

describe('random tables', () => {
  const tables: Table[] = [];

  beforeAll(() => {
    for (let seed = 1; seed <= TABLES; seed += 1) {
      try {
        tables.push(simulate(seed));
      } catch (error) {
        throw new Error(`table ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
      }
    }
  }, TIMEOUT_MS);

  test('keep all invariants after every command', { timeout: TIMEOUT_MS }, () => {
    for (const [i, table] of tables.entries()) checkTable(i + 1, table);
  });

  test('reach every kind of ending', () => {
    const count = (isMeant: (table: Table) => boolean) => tables.filter(isMeant).length;
    const has = (type: LoggedEvent['event']['type']) =>
      count(({ log }) => log.some(({ event }) => event.type === type));
    expect(count(({ state }) => state.status === 'over')).toBeGreaterThan(TABLES / 4);
    expect(count(({ state }) => state.status === 'closed')).toBeGreaterThan(0);
    expect(has('expired')).toBeGreaterThan(0);
    expect(has('replaced')).toBeGreaterThan(0);
    expect(tables.flatMap(({ state }) => state.result?.by ?? [])).toEqual(
      expect.arrayContaining(['agreement', 'arrival', 'capture', 'left', 'resignation', 'time']),
    );
  });
});
