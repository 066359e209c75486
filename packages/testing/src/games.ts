import { DAY_MS, type GameId, MINUTE_MS, type Payload, SECOND_MS, type Settings } from '@terrace/protocol';
import { SETUPS, type SetupName } from '@terrace/rules';
import { type Client, guestAt } from './client.ts';

export type Person = Awaited<ReturnType<typeof guestAt>>;

type Seated = Pick<Client, 'command' | 'create'>;

type Plan<P> = {
  readonly setup: SetupName;
  readonly settings: Partial<Omit<Settings, 'setup'>>;
  readonly table: Partial<Pick<Payload<'game:create'>, 'reserved' | 'computers' | 'from'>>;
  readonly find: (count: number) => Promise<readonly P[]>;
};

/**
 * Opens games over the network, as in `await aGame(url).of(3).clock('5+3').started()`. Guests connect to the URLs in
 * rotation; South opens the table. Each step returns a new builder.
 */
export const aGame = (...urls: readonly [string, ...string[]]) =>
  builder<Person>({
    setup: 'long',
    settings: {},
    table: {},
    find: (count) => Promise.all(Array.from({ length: count }, (_, i) => guestAt(urls[i % urls.length] ?? urls[0]))),
  });

const SETUP_OF = { 2: 'long', 3: 'three', 4: 'four' } as const satisfies Record<number, SetupName>;

function builder<P extends Seated>(plan: Plan<P>) {
  const withSettings = (settings: Plan<P>['settings']) =>
    builder({ ...plan, settings: { ...plan.settings, ...settings } });
  const create = (south: P) => south.create({ ...plan.settings, setup: plan.setup }, 'south', plan.table);

  return {
    of: (seats: keyof typeof SETUP_OF) => builder({ ...plan, setup: SETUP_OF[seats] }),
    on: (setup: SetupName) => builder({ ...plan, setup }),
    /** With a clock: minutes and increment in seconds. */
    clock: (minutesAndIncrement: `${number}+${number}`) => withSettings({ time: clock(minutesAndIncrement) }),
    days: (perMove: number) => withSettings({ time: { kind: 'days', perMoveMs: perMove * DAY_MS } }),
    untimed: () => withSettings({ time: null }),
    with: withSettings,
    among: <Q extends Seated>(...players: readonly Q[]) => builder<Q>({ ...plan, find: async () => players }),
    table: (table: Plan<P>['table']) => builder({ ...plan, table: { ...plan.table, ...table } }),

    async open() {
      const south = playerAt(await plan.find(1), 0);
      return { gameId: await create(south), south };
    },

    /** A game with all seats taken and South to move. `north` has the second seat. */
    async started() {
      const players = await plan.find(SETUPS[plan.setup].seats.length);
      const [south, north] = [playerAt(players, 0), playerAt(players, 1)];
      const gameId = await create(south);
      for (const player of players.slice(1)) await sit(player, gameId);
      return { gameId, players, south, north };
    },
  };
}

async function sit(player: Seated, gameId: GameId): Promise<void> {
  const answer = await player.command(gameId, { type: 'sit', side: null });
  if (!answer.ok) throw new Error(`no seat: ${answer.refusal.code}`);
}

function playerAt<P>(players: readonly P[], index: number): P {
  const player = players[index];
  if (player === undefined) throw new Error(`player ${index + 1} is missing`);
  return player;
}

function clock(text: string): Settings['time'] {
  const [minutes, increment] = text.split('+').map(Number);
  if (minutes === undefined || increment === undefined) throw new Error(`not a clock: ${text}`);
  return { kind: 'clock', initialMs: minutes * MINUTE_MS, incrementMs: increment * SECOND_MS };
}
