import { type Command, computerPlayer, DAY_MS, HOUR_MS, Offer, type Player, type Settings } from '@terrace/protocol';
import { legalMoves, SETUPS, type SetupName, type Side, squareName } from '@terrace/rules';
import { decide, type ServerCommand } from '../decide.ts';
import { currentPosition, type GameState, sideOf } from '../state.ts';
import { ann, ben, cleo, dan } from './people.ts';
import { NEXT, player, settings, Table } from './table.ts';

/** What one sender gets for one command in one state: the types of the events, or the code of the refusal. */
export type Right = {
  readonly state: string;
  readonly actor: string;
  readonly command: string;
  readonly sent: Command | ServerCommand;
  readonly outcome: { readonly ok: true; readonly events: readonly string[] } | { readonly ok: false; code: string };
};

/** A state of a game with the players whose rights differ in it. */
export type Situation = {
  readonly name: string;
  readonly table: Table;
  readonly actors: readonly (readonly [name: string, by: Player | null])[];
};

const SETUP_OF: Readonly<Record<number, SetupName>> = { 2: 'short', 3: 'three', 4: 'four' };
const CLOCK = { kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const;
const DAYS = { kind: 'days', perMoveMs: 3 * DAY_MS } as const;

const people = [ann, ben, cleo, dan];
const stranger = player('stranger');
const computer = computerPlayer(1, 1);

/** Longer than the wait for an absent player's move, shorter than that for a first move. */
const STEP_MS = 15_000;

const sidesOf = (seats: number): readonly Side[] => SETUPS[SETUP_OF[seats] ?? 'short'].seats;

function must(decision: ReturnType<Table['send']>): void {
  if (!decision.ok) throw new Error(`the situation cannot be reached: ${decision.error.code}`);
}

const at = (table: Table, side: Side): Player | null =>
  table.state.seats.find((seat) => seat.side === side)?.player ?? null;
const mover = (table: Table) => at(table, currentPosition(table.state).turn);

function openTable(seats: number, change: Partial<Settings> = {}): Table {
  const [host, ...others] = sidesOf(seats);
  const last = others.at(-1);
  const invited = last === undefined ? [] : [{ side: last, player: people[seats - 1] ?? dan }];
  const setup = SETUP_OF[seats] ?? 'short';
  return new Table(settings({ setup, time: CLOCK, ...change }), ann, host ?? 'south', invited);
}

function fullTable(seats: number, change: Partial<Settings> = {}): Table {
  const table = openTable(seats, change);
  for (const [n, side] of sidesOf(seats).entries())
    if (n > 0) must(table.send(people[n] ?? dan, { type: 'sit', side }));
  return table;
}

function play(table: Table, moves: number): Table {
  for (let n = 0; n < moves; n += 1) {
    const position = currentPosition(table.state);
    const [move] = legalMoves(position);
    if (move === undefined) throw new Error('there is no move');
    const squares = { from: squareName(position.size, move.from), to: squareName(position.size, move.to) };
    must(table.send(mover(table), { type: 'move', ply: position.ply, ...squares }));
    table.now += 1_000;
  }
  return table;
}

function agree(table: Table, offer: Offer): Table {
  const position = currentPosition(table.state);
  for (const side of position.seats) {
    const by = at(table, side);
    if (by === null || (offer !== 'rematch' && position.out.includes(side))) continue;
    const open = table.state.offers[offer];
    must(table.send(by, open ? { type: 'accept', offer, seq: open.seq } : { type: 'offer', offer }));
  }
  return table;
}

function offered(table: Table, offer: Offer, by: 'mover' | 'other'): Table {
  const [turn, other] = [mover(table), someOther(table)];
  must(table.send(by === 'mover' ? turn : other, { type: 'offer', offer }));
  return table;
}

/** A player in play who is not to move. */
function someOther(table: Table): Player | null {
  const { turn, seats, out } = currentPosition(table.state);
  const side = seats.findLast((each) => each !== turn && !out.includes(each));
  return side === undefined ? null : at(table, side);
}

const live = (seats: number, change: Partial<Settings> = {}) => play(fullTable(seats, change), seats);

function withOneOut(seats: number): Table {
  const table = fullTable(seats);
  must(table.send(people[seats - 1] ?? dan, { type: 'resign' }));
  return play(table, seats - 1);
}

function takenBack(seats: number): Table {
  const table = offered(live(seats), 'takeback', 'other');
  for (const side of sidesOf(seats)) {
    const [by, open] = [at(table, side), table.state.offers.takeback];
    if (by !== null && open !== undefined && side !== open.by)
      must(table.send(by, { type: 'accept', offer: 'takeback', seq: open.seq }));
  }
  return table;
}

function over(seats: number): Table {
  const table = live(seats);
  for (const each of people.slice(1, seats)) must(table.send(each, { type: 'resign' }));
  return table;
}

function closed(table: Table, by: Player): Table {
  must(table.send(by, { type: table.state.status === 'open' ? 'leave' : 'abort' }));
  return table;
}

function withComputer(): Table {
  const table = new Table(settings({ setup: 'short', time: CLOCK }), ann, 'south', [
    { side: 'north', player: computer },
  ]);
  must(table.send(computer, { type: 'sit', side: 'north' }));
  return play(table, 3);
}

/** Players of a table that has not begun; the last seat is reserved for the invited player. */
function before(name: string, table: Table, seats: number): Situation {
  const guest = seats > 2 && table.state.seats.every(({ player }) => player !== null) ? [['guest', ben] as const] : [];
  const invited = table.state.seats.some(({ reserved }) => reserved !== null);
  return {
    name: `${seats} ${name}`,
    table,
    actors: [
      ['host', ann],
      ...guest,
      ...(invited ? [['invited', people[seats - 1] ?? dan] as const] : [['seated', people[seats - 1] ?? dan] as const]),
      ['spectator', stranger],
      ['server', null],
    ],
  };
}

function during(name: string, table: Table, seats: number): Situation {
  const { out } = currentPosition(table.state);
  const gone = out[0] === undefined ? null : at(table, out[0]);
  return {
    name: `${seats} ${name}`,
    table,
    actors: [
      ['to-move', mover(table)],
      ['waiting', someOther(table)],
      ...(gone === null ? [] : [['out', gone] as const]),
      ['spectator', stranger],
      ['server', null],
    ],
  };
}

/** South has moved; the players to move and waiting have not. */
function someMoved(seats: number): Situation {
  const situation = during('some have moved', play(fullTable(seats), 1), seats);
  const [toMove, ...others] = situation.actors;
  const moved = ['moved', ann] as const;
  if (toMove === undefined) throw new Error('the player to move is missing');
  // With two seats, the waiting player is the one who has moved.
  return { ...situation, actors: [toMove, moved, ...others.filter(([, by]) => by?.id !== ann.id)] };
}

function after(name: string, table: Table, seats: number): Situation {
  const actors: Situation['actors'] = [
    ['host', ann],
    ['other', ben],
    ['spectator', stranger],
    ['server', null],
  ];
  return { name: `${seats} ${name}`, table, actors };
}

function situationsOf(seats: number): readonly Situation[] {
  const all = [
    before('open', openTable(seats), seats),
    before('full', fullTable(seats, { starts: 'host' }), seats),
    during('started', fullTable(seats), seats),
    someMoved(seats),
    during('live', live(seats), seats),
    during('draw offered by waiting', offered(live(seats), 'draw', 'other'), seats),
    during('draw offered by to-move', offered(live(seats), 'draw', 'mover'), seats),
    during('takeback asked by waiting', offered(live(seats), 'takeback', 'other'), seats),
    during('paused', agree(live(seats), 'pause'), seats),
    during('paused, resume offered by waiting', offered(agree(live(seats), 'pause'), 'resume', 'other'), seats),
    during('after a takeback', takenBack(seats), seats),
    after('over', over(seats), seats),
    after('over, rematch offered by host', offerRematch(over(seats)), seats),
    after('rematch begun', agree(over(seats), 'rematch'), seats),
    after('closed after the start', closed(fullTable(seats), ann), seats),
    after('closed while open', closed(openTable(seats), ann), seats),
  ];
  return seats > 2 ? [...all, during('one out', withOneOut(seats), seats)] : all;
}

function offerRematch(table: Table): Table {
  must(table.send(ann, { type: 'offer', offer: 'rematch' }));
  return table;
}

/** A table whose host has no seat and has invited all players. */
function organised(): Situation {
  const invited = sidesOf(2).map((side, n) => ({ side, player: people[n] ?? ann }));
  return {
    name: '2 open, by an organiser',
    table: new Table(settings({ setup: 'short', time: CLOCK }), stranger, null, invited),
    actors: [
      ['organiser', stranger],
      ['invited', ann],
      ['spectator', dan],
    ],
  };
}

export function situations(): readonly Situation[] {
  return [
    ...[2, 3, 4].flatMap(situationsOf),
    organised(),
    during('live, by days', live(2, { time: DAYS }), 2),
    during('live, without a clock', live(2, { time: null }), 2),
    {
      name: '2 live, against a computer',
      table: withComputer(),
      actors: [
        ['person', ann],
        ['computer', computer],
        ['server', null],
      ],
    },
  ];
}

type Sent = {
  readonly label: string;
  readonly command: Command | ServerCommand;
  readonly absentSides?: readonly Side[];
};

/** Every command once, and more than once where the answer depends on what it names. */
function commandsIn(state: GameState, by: Player | null, now: number): readonly Sent[] {
  const position = currentPosition(state);
  const [move] = legalMoves(position);
  // A finished game has no legal moves.
  const squares =
    move === undefined
      ? { from: 'a1', to: 'a1' }
      : { from: squareName(position.size, move.from), to: squareName(position.size, move.to) };
  const own = sideOf(state, by?.id);
  const idle = position.seats.find((side) => side !== position.turn && side !== own);
  const vacant = state.seats.find(({ player }) => player === null)?.side ?? 'north';
  const plain = (['decline', 'leave', 'start', 'abort', 'resign', 'give-time', 'flag'] as const).map(
    (type): Sent => ({ label: type, command: { type } }),
  );
  const offers = Offer.options.flatMap((offer): Sent[] => {
    const open = state.offers[offer];
    const answers = (['accept', 'refuse'] as const).map(
      (type): Sent => ({ label: `${type} ${offer}`, command: { type, offer, seq: open?.seq ?? 1 } }),
    );
    return [{ label: `offer ${offer}`, command: { type: 'offer', offer } }, ...(open ? answers : [])];
  });
  const ofServer: readonly Sent[] = [
    { label: 'abandon', command: { type: 'abandon' } },
    { label: 'set-aside', command: { type: 'set-aside' } },
    { label: 'rename', command: { type: 'rename', player: { ...ann, name: 'Anna' } } },
    { label: 'interrupt', command: { type: 'interrupt', since: now - 5_000, until: now } },
    { label: 'vacation', command: { type: 'vacation', player: ann.id, since: now, until: now + HOUR_MS } },
  ];
  return [
    { label: 'sit', command: { type: 'sit', side: null } },
    { label: 'seat-computer', command: { type: 'seat-computer', side: vacant, strength: 3 } },
    { label: 'unseat-computer', command: { type: 'unseat-computer', side: vacant } },
    { label: 'move', command: { type: 'move', ply: position.ply, ...squares } },
    ...(position.ply > 1
      ? [{ label: 'move of an earlier ply', command: { type: 'move' as const, ply: position.ply - 1, ...squares } }]
      : []),
    ...plain,
    ...offers,
    { label: 'accept gone', command: { type: 'accept', offer: 'draw', seq: 1 } },
    { label: 'claim awaited absent', command: { type: 'claim', side: position.turn }, absentSides: position.seats },
    { label: 'claim awaited present', command: { type: 'claim', side: position.turn } },
    ...(idle === undefined
      ? []
      : [
          { label: 'claim other absent', command: { type: 'claim' as const, side: idle }, absentSides: position.seats },
        ]),
    ...(by === null ? ofServer : []),
  ];
}

/** Decides every command for every sender in a situation; nothing is recorded. */
export function rightsIn({ name, table, actors }: Situation): readonly Right[] {
  const now = table.now + STEP_MS;
  return actors.flatMap(([actor, by]) =>
    commandsIn(table.state, by, now).map(({ label, command, absentSides = [] }): Right => {
      const context = { by, arrivedAt: now, now, lagMs: 0, absentSides, nextId: () => NEXT };
      const decision = decide(table.state, command, context);
      const outcome = decision.ok
        ? { ok: true as const, events: decision.value.map(({ type }) => type) }
        : { ok: false as const, code: decision.error.code };
      return { state: name, actor, command: label, sent: command, outcome };
    }),
  );
}

/** One line for each state and sender: what succeeds with which events, then each refusal with its commands. */
export function rightsText(rights: readonly Right[]): string {
  const lines = Map.groupBy(rights, ({ state, actor }) => `${state} | ${actor}`);
  return [...lines].map(([line, each]) => `${line}\n  may: ${allowed(each)}\n${refused(each)}`).join('\n');
}

const allowed = (rights: readonly Right[]): string =>
  rights
    .flatMap(({ command, outcome }) => (outcome.ok ? [`${command} → ${outcome.events.join(' ') || 'nothing'}`] : []))
    .join(' | ') || 'nothing';

const refused = (rights: readonly Right[]): string =>
  [...Map.groupBy(rights, ({ outcome }) => (outcome.ok ? '' : outcome.code))]
    .flatMap(([code, each]) => (code === '' ? [] : [`  ${code}: ${each.map(({ command }) => command).join(', ')}\n`]))
    .join('');
