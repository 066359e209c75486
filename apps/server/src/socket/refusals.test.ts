/** Provokes every refusal a socket can receive. An incomplete table does not compile. */
import { explain } from '@terrace/messages';
import {
  type AccountRefusal,
  type CommandRefusal,
  type GameId,
  GameLog,
  type HttpRefusal,
  type ModerationRefusal,
  type Refusal,
  type RefusalCode,
  type ReviewRefusal,
  type Settings,
  type VacationRefusal,
} from '@terrace/protocol';
import { connect, guestAt, newCommandId, retryWhenLimited, tableOptions } from '@terrace/testing/client';
import { aGame, type Person } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { ADDRESS_LIMITS } from '../game-service/seat-limits.ts';
import { createModerationStore } from '../store/moderation.ts';
import { createPlayerStore } from '../store/players.ts';
import { lockTables } from '../store/testing/lock-tables.ts';
import { useAppBehindProxy } from '../testing/app.ts';
import { copyGame } from '../testing/copy-game.ts';
import { fillSeats } from '../testing/seats.ts';

type Answered = Promise<{ ok: boolean; refusal?: unknown }>;
type Provoke = () => Answered;

const app = useAppBehindProxy({ addressLimits: { ...ADDRESS_LIMITS, tables: 1 } });
const { database, time } = app;

const UNKNOWN = '000000000000' as GameId;
const guest = () => guestAt(app.url);
const first = { type: 'move', ply: 1, from: 'd2', to: 'd3' } as const;
const reply = { type: 'move', ply: 2, from: 'e7', to: 'e6' } as const;

const read = async (id: GameId) => GameLog.parse(await (await fetch(`${app.url}/api/games/${id}`)).json());

type Table = { readonly id: GameId; readonly host: Person };
type Game = { readonly id: GameId; readonly south: Person; readonly north: Person };
type Change = Partial<Omit<Settings, 'setup'>>;

const started = async (change: Change): Promise<Game> => {
  const { gameId, south, north } = await aGame(app.url).with(change).started();
  return { id: gameId, south, north };
};

async function afterTwoMoves(change: Change): Promise<Game> {
  const game = await started(change);
  await game.south.command(game.id, first);
  await game.north.command(game.id, reply);
  return game;
}

const atTable =
  (act: (table: Table) => Answered, change: Change = {}): Provoke =>
  async () => {
    const { gameId, south } = await aGame(app.url).with(change).open();
    return act({ id: gameId, host: south });
  };

const live =
  (act: (game: Game) => Answered, change: Change = {}): Provoke =>
  async () =>
    act(await started(change));

/** In a game after two moves. */
const played =
  (act: (game: Game) => Answered, change: Change = {}): Provoke =>
  async () =>
    act(await afterTwoMoves(change));

const over = (act: (game: Game) => Answered): Provoke =>
  played(async (game) => {
    await game.north.command(game.id, { type: 'resign' });
    return act(game);
  });

const creating =
  (...options: Parameters<typeof tableOptions>): Provoke =>
  async () =>
    (await guest()).request('game:create', tableOptions(...options));

async function sanction({ player }: Person, kind: 'mute' | 'suspend'): Promise<void> {
  await createPlayerStore(database.prisma).add(player);
  const inForce = { kind, reason: 'Rude.', until: null };
  await createModerationStore(database.connection).sanction(player.id, player.id, inForce, Date.now());
}

const provoke: Record<
  Exclude<
    RefusalCode,
    (CommandRefusal | ModerationRefusal | AccountRefusal | HttpRefusal | ReviewRefusal | VacationRefusal)['code']
  >,
  Provoke
> = {
  malformed: async () => (await guest()).sendRaw('game:watch', { gameId: 'short', after: 0 }),
  'unknown-event': async () => (await guest()).sendRaw('game:cheat', {}),
  'too-many-requests': async () => {
    const { sendRaw } = await guest();
    const answers = await Promise.all(Array.from({ length: 120 }, () => sendRaw('time:now', {})));
    return answers.at(-1) ?? { ok: true };
  },
  'no-session': async () => (await connect(app.url, '')).request('game:create', tableOptions({}, null)),
  'no-such-game': async () => (await guest()).command(UNKNOWN, { type: 'resign' }),
  'not-started': atTable(({ id, host }) => host.command(id, first)),
  'already-started': live(({ id, north }) => north.command(id, { type: 'leave' })),
  'game-over': over(({ id, south }) => south.command(id, first)),
  'table-closed': atTable(async ({ id, host }) => {
    await host.command(id, { type: 'leave' });
    return (await guest()).command(id, { type: 'sit', side: null });
  }),
  'seat-taken': atTable(async ({ id }) => (await guest()).command(id, { type: 'sit', side: 'south' })),
  'no-such-seat': atTable(async ({ id }) => (await guest()).command(id, { type: 'sit', side: 'west' })),
  'already-seated': atTable(({ id, host }) => host.command(id, { type: 'sit', side: 'north' })),
  'not-seated': live(async ({ id }) => (await guest()).command(id, first)),
  'out-of-play': async () => {
    const { gameId, south } = await aGame(app.url).of(3).started();
    await south.command(gameId, { type: 'resign' });
    return south.command(gameId, { type: 'resign' });
  },
  'not-your-turn': live(({ id, north }) => north.command(id, { ...reply, ply: 1 })),
  stale: played(({ id, south }) => south.command(id, first)),
  'too-early': live(({ id, south }) => south.command(id, { ...first, ply: 3 })),
  'illegal-move': live(({ id, south }) => south.command(id, { ...first, to: 'c3' })),
  'time-over': played(
    ({ id, south }) => {
      time.setForward(60_000); // the move arrives before the flag
      return south.command(id, { type: 'move', ply: 3, from: 'd3', to: 'd2' });
    },
    { time: { kind: 'clock', initialMs: 10_000, incrementMs: 0 } },
  ),
  'time-left': played(({ id, south }) => south.command(id, { type: 'flag' })),
  'too-many-seats': atTable(
    async ({ id }) => {
      const north = await guest();
      await fillSeats(database.url, north.player, 50, { time: null, as: 'player' });
      return north.command(id, { type: 'sit', side: 'north' });
    },
    { time: null },
  ),
  'too-many-from-address': async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const connected = async () => connect(app.url, (await guest()).cookie, from);
    const [one, other] = [await connected(), await connected()];
    await one.create({}, 'south');
    return other.request('game:create', tableOptions({}, 'south'));
  },
  'invited-enough': async () => {
    const invited = await guest();
    await fillSeats(database.url, invited.player, 20, { time: null, as: 'reserved' });
    return creating({}, 'south', { reserved: [{ side: 'north', name: invited.player.name }] })();
  },
  'too-many-tables': async () => {
    const host = await guest();
    for (let n = 0; n < 5; n += 1) await host.create({}, 'south');
    return host.request('game:create', tableOptions({}, 'south'));
  },
  'bad-position': creating({ setup: 'custom', position: '8 n sn 0 1' }, 'south'),
  'no-such-time-zone': creating(
    { time: { kind: 'days', perMoveMs: 86_400_000, weekendsOff: 'Europe/Nowhere' } },
    'south',
  ),
  'no-such-player': creating({}, 'south', { reserved: [{ side: 'north', name: 'Nobody-at-all' }] }),
  'takes-no-invitations': async () => {
    const [host, invited] = [await guest(), await guest()];
    await invited.request('chat:block', { playerId: host.player.id, on: true });
    const reserved = [{ side: 'north' as const, name: invited.player.name }];
    return host.request('game:create', tableOptions({}, 'south', { reserved }));
  },
  'seat-reserved': async () => {
    const [host, friend, stranger] = [await guest(), await guest(), await guest()];
    const id = await host.create({}, 'south', { reserved: [{ side: 'north', name: friend.player.name }] });
    return stranger.command(id, { type: 'sit', side: null });
  },
  'not-invited': atTable(async ({ id }) => (await guest()).command(id, { type: 'decline' })),
  'not-host': live(({ id, north }) => north.command(id, { type: 'start' }), { starts: 'host' }),
  'seats-open': atTable(({ id, host }) => host.command(id, { type: 'start' }), { starts: 'host' }),
  'already-moved': played(({ id, south }) => south.command(id, { type: 'abort' })),
  'others-moved': async () => {
    const { gameId, south, north } = await aGame(app.url).of(4).started();
    await south.commandOrThrow(gameId, { type: 'move', ply: 1, from: 'c1', to: 'c2' });
    return north.command(gameId, { type: 'abort' });
  },
  paused: played(async ({ id, south, north }) => {
    for (const player of [south, north]) await player.command(id, { type: 'offer', offer: 'pause' });
    return south.command(id, { ...first, ply: 3 });
  }),
  'not-paused': played(({ id, south }) => south.command(id, { type: 'offer', offer: 'resume' })),
  'offer-gone': played(async ({ id, south, north }) => {
    const seq = await south.commandOrThrow(id, { type: 'offer', offer: 'draw' });
    await south.commandOrThrow(id, { type: 'refuse', offer: 'draw', seq });
    return north.command(id, { type: 'accept', offer: 'draw', seq });
  }),
  'takeback-asked': played(async ({ id, south, north }) => {
    await south.command(id, { type: 'offer', offer: 'takeback' });
    return north.command(id, { type: 'offer', offer: 'takeback' });
  }),
  'already-offered': played(async ({ id, south }) => {
    await south.command(id, { type: 'offer', offer: 'draw' });
    return south.command(id, { type: 'offer', offer: 'draw' });
  }),
  'offered-lately': played(async ({ id, south, north }) => {
    const seq = await south.commandOrThrow(id, { type: 'offer', offer: 'draw' });
    await north.command(id, { type: 'refuse', offer: 'draw', seq });
    return south.command(id, { type: 'offer', offer: 'draw' });
  }),
  'nothing-to-take-back': live(({ id, south }) => south.command(id, { type: 'offer', offer: 'takeback' })),
  'no-clock': played(({ id, south }) => south.command(id, { type: 'give-time' }), { time: null }),
  'enough-given': live(async ({ id, south }) => {
    for (let n = 0; n < 4; n += 1) await south.command(id, { type: 'give-time' });
    return south.command(id, { type: 'give-time' });
  }),
  'clock-full': live(({ id, south }) => south.command(id, { type: 'give-time' }), {
    time: { kind: 'clock', initialMs: 10_800_000, incrementMs: 0 },
  }),
  'enough-offered': over(async ({ id, south }) => {
    for (let n = 0; n < 50; n += 1) {
      const made = await retryWhenLimited(() => south.command(id, { type: 'offer', offer: 'rematch' }));
      if (!made.ok) break;
      const { seq } = made.value;
      await retryWhenLimited(() => south.command(id, { type: 'refuse', offer: 'rematch', seq }));
    }
    return retryWhenLimited(() => south.command(id, { type: 'offer', offer: 'rematch' }));
  }),
  'too-many-changes': atTable(
    async ({ id }) => {
      const north = await guest();
      for (let n = 0; n < 5; n += 1) {
        await north.command(id, { type: 'sit', side: 'north' });
        await north.command(id, { type: 'leave' });
      }
      return north.command(id, { type: 'sit', side: 'north' });
    },
    { starts: 'host' },
  ),
  'still-here': played(async ({ id, south }) => {
    await south.request('game:watch', { gameId: id, after: 0 });
    await south.command(id, { ...first, ply: 3, from: 'd3', to: 'd2' });
    return south.command(id, { type: 'claim', side: 'north' });
  }),
  'not-awaited': played(({ id, south }) => south.command(id, { type: 'claim', side: 'north' })),
  'not-over': played(({ id, south }) => south.command(id, { type: 'offer', offer: 'rematch' })),
  rematched: over(async ({ id, south, north }) => {
    for (const player of [south, north]) await player.command(id, { type: 'offer', offer: 'rematch' });
    return south.command(id, { type: 'offer', offer: 'rematch' });
  }),
  'too-many-games': atTable(async ({ id }) => {
    const reader = await guest();
    const answers: Awaited<Answered>[] = [];
    for (const gameId of await copyGame(database.url, id, 101)) {
      answers.push(await retryWhenLimited(() => reader.request('game:watch', { gameId, after: 0 })));
    }
    return answers.find(({ ok }) => !ok) ?? { ok: true };
  }),
  'too-talkative': live(async ({ id, south }) => {
    for (let n = 0; n < 6; n += 1) await south.request('chat:say', { gameId: id, text: `Hello ${n}.` });
    return south.request('chat:say', { gameId: id, text: 'Hello again.' });
  }),
  'no-such-message': async () =>
    (await guest()).request('chat:report', { messageId: 999_999, reason: 'It is not there.' }),
  'not-by-days': live(({ id, south }) => south.request('conditional:set', { gameId: id, ply: 1, moves: [] })),
  'bad-conditional-moves': async () => {
    const { gameId, north } = await aGame(app.url).days(1).started();
    const moves = [{ depth: 2, move: { from: 'd2', to: 'd3' } }];
    return north.request('conditional:set', { gameId, ply: 1, moves });
  },
  muted: live(async ({ id, south }) => {
    await sanction(south, 'mute');
    return south.request('chat:say', { gameId: id, text: 'Hello.' });
  }),
  suspended: atTable(async ({ id }) => {
    const barred = await guest();
    await sanction(barred, 'suspend');
    return barred.command(id, { type: 'sit', side: null });
  }),
  'rated-needs-account': creating({ rated: true }, 'south'),
  'not-rateable': creating({ rated: true, time: null }, 'south'),
  'seek-over': async () => {
    const other = await guest();
    return (await guest()).request('pairing:accept', {
      player: other.player.id,
      game: { setup: 'long', time: null, rated: false },
    });
  },
  'computers-are-casual': creating({ rated: true }, 'south', { computers: [{ side: 'north', strength: 1 }] }),
  'bots-are-casual': async () => {
    const bot = await memberAt(app.url);
    await request(app.url, '/api/me/bot', { cookie: bot.cookie, method: 'PUT', body: { bot: true } });
    return bot.request('game:create', tableOptions({ rated: true }, 'south'));
  },
  'not-a-computer': atTable(({ id, host }) => host.command(id, { type: 'unseat-computer', side: 'north' })),
  'too-many-computer-games': async () => {
    const host = await guest();
    const computers = [{ side: 'south', strength: 1 }] as const;
    for (let n = 0; n < 20; n += 1) {
      const id = await host.create({ time: null }, 'north', { computers: [...computers] });
      await expect.poll(async () => (await read(id)).events.at(-1)?.event.type).toMatch(/started|moved/);
    }
    return host.request('game:create', tableOptions({ time: null }, 'north', { computers: [...computers] }));
  },
  'not-saved': live(async ({ id, south }) => {
    app.proxy.disconnect();
    const answer = await south.command(id, first, newCommandId());
    app.proxy.reconnect();
    const flag = async () => south.command(id, { type: 'flag' });
    await expect.poll(flag).toMatchObject({ refusal: { code: 'time-left' } });
    return answer;
  }),
  busy: live(async ({ id, south }) => {
    const held = await lockTables(database.url, 'chat_message');
    const answer = await south.request('chat:join', { gameId: id });
    await held.release();
    return answer;
  }),
  unexpected: live(async ({ id, south }) => {
    await database.prisma.$executeRaw`update game_event set event = '{"type":"nonsense"}' where game_id = ${id}`;
    return south.request('game:watch', { gameId: id, after: 0 });
  }),
};

test.each(Object.entries(provoke))('%s can be provoked, and says what to do', async (code, attempt) => {
  const answer = await attempt();
  expect(answer).toMatchObject({ ok: false, refusal: { code } });
  expect(explain(answer.refusal as Refusal)).toMatch(/^[A-Z].*\.$/);
});
