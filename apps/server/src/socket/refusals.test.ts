/**
 * Every refusal a socket can meet with, provoked from outside. The table is complete, or it does not compile; those of
 * a line of text are in `http/command.test.ts`, those of reports and moderators in `moderation/moderation.test.ts`, those
 * of reviews in `review/reviews.test.ts`.
 */
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
} from '@terrace/protocol';
import { connect, guestAt, newCommandId, tableOptions, withinLimits } from '@terrace/testing/client';
import { expect, test } from 'vitest';
import { ADDRESS_LIMITS } from '../game-service/seat-limits.ts';
import { createModerationStore } from '../store/moderation.ts';
import { createPlayerStore } from '../store/players.ts';
import { holdTables } from '../store/testing/hold-tables.ts';
import { useAppBehindProxy } from '../testing/app.ts';
import { copiesOf } from '../testing/copies.ts';
import { fillSeats } from '../testing/seats.ts';

type Guest = Awaited<ReturnType<typeof guestAt>>;
type Answered = Promise<{ ok: boolean; refusal?: unknown }>;

const app = useAppBehindProxy({ addressLimits: { ...ADDRESS_LIMITS, tables: 1 } });
const { database, time } = app;

const UNKNOWN = '000000000000' as GameId;
const guest = () => guestAt(app.url);
const first = { type: 'move', ply: 1, from: 'd2', to: 'd3' } as const;
const reply = { type: 'move', ply: 2, from: 'e7', to: 'e6' } as const;

const read = async (id: GameId) => GameLog.parse(await (await fetch(`${app.url}/api/games/${id}`)).json());

type Two = { id: GameId; south: Guest; north: Guest };

async function table(change: Parameters<Guest['create']>[0] = {}): Promise<{ id: GameId; host: Guest }> {
  const host = await guest();
  return { id: await host.create(change, 'south'), host };
}

async function live(change: Parameters<Guest['create']>[0] = {}): Promise<Two> {
  const { id, host: south } = await table(change);
  const north = await guest();
  await north.command(id, { type: 'sit', side: 'north' });
  return { id, south, north };
}

async function liveGame(change: Parameters<Guest['create']>[0] = {}): Promise<Two> {
  const game = await live(change);
  await game.south.command(game.id, first);
  await game.north.command(game.id, reply);
  return game;
}

async function over(): Promise<Two> {
  const game = await liveGame();
  await game.north.command(game.id, { type: 'resign' });
  return game;
}

async function sanction({ player }: Guest, kind: 'mute' | 'suspend'): Promise<void> {
  await createPlayerStore(database.prisma).add(player);
  const inForce = { kind, reason: 'Rude.', until: null };
  await createModerationStore(database.connection).sanction(player.id, player.id, inForce, Date.now());
}

const provoke: Record<
  Exclude<RefusalCode, (CommandRefusal | ModerationRefusal | AccountRefusal | HttpRefusal | ReviewRefusal)['code']>,
  () => Answered
> = {
  malformed: async () => (await guest()).raw('game:watch', { gameId: 'short', after: 0 }),
  'unknown-event': async () => (await guest()).raw('game:cheat', {}),
  'too-many-requests': async () => {
    const { raw } = await guest();
    const answers = await Promise.all(Array.from({ length: 120 }, () => raw('time:now', {})));
    return answers.at(-1) ?? { ok: true };
  },
  'no-session': async () => (await connect(app.url, '')).request('game:create', tableOptions({}, null)),
  'no-such-game': async () => (await guest()).command(UNKNOWN, { type: 'resign' }),
  'not-started': async () => {
    const { id, host } = await table();
    return host.command(id, first);
  },
  'already-started': async () => {
    const { id, north } = await live();
    return north.command(id, { type: 'leave' });
  },
  'game-over': async () => {
    const { id, south } = await over();
    return south.command(id, first);
  },
  'table-closed': async () => {
    const { id, host } = await table();
    await host.command(id, { type: 'leave' });
    return (await guest()).command(id, { type: 'sit', side: null });
  },
  'seat-taken': async () => {
    const { id } = await table();
    return (await guest()).command(id, { type: 'sit', side: 'south' });
  },
  'no-such-seat': async () => {
    const { id } = await table();
    return (await guest()).command(id, { type: 'sit', side: 'west' });
  },
  'already-seated': async () => {
    const { id, host } = await table();
    return host.command(id, { type: 'sit', side: 'north' });
  },
  'not-seated': async () => {
    const { id } = await live();
    return (await guest()).command(id, first);
  },
  'out-of-play': async () => {
    const { id, host } = await table({ setup: 'three' });
    const [north, east] = [await guest(), await guest()];
    await north.command(id, { type: 'sit', side: 'north' });
    await east.command(id, { type: 'sit', side: 'east' });
    await host.command(id, { type: 'resign' });
    return host.command(id, { type: 'resign' });
  },
  'not-your-turn': async () => {
    const { id, north } = await live();
    return north.command(id, { ...reply, ply: 1 });
  },
  stale: async () => {
    const { id, south } = await liveGame();
    return south.command(id, first);
  },
  'too-early': async () => {
    const { id, south } = await live();
    return south.command(id, { ...first, ply: 3 });
  },
  'illegal-move': async () => {
    const { id, south } = await live();
    return south.command(id, { ...first, to: 'c3' });
  },
  'time-over': async () => {
    const { id, south } = await liveGame({ time: { kind: 'clock', initialMs: 10_000, incrementMs: 0 } });
    time.setForward(60_000); // the move arrives before the flag
    return south.command(id, { type: 'move', ply: 3, from: 'd3', to: 'd2' });
  },
  'time-left': async () => {
    const { id, south } = await liveGame();
    return south.command(id, { type: 'flag' });
  },
  'too-many-seats': async () => {
    const { id } = await table({ time: null });
    const north = await guest();
    await fillSeats(database.url, north.player, 50, { time: null, as: 'player' });
    return north.command(id, { type: 'sit', side: 'north' });
  },
  'too-many-from-address': async () => {
    const cookies = await Promise.all([guest(), guest()]);
    const from = { 'x-forwarded-for': '203.0.113.7' };
    const [one, other] = [
      await connect(app.url, cookies[0].cookie, from),
      await connect(app.url, cookies[1].cookie, from),
    ];
    await one.create({}, 'south');
    return other.request('game:create', tableOptions({}, 'south'));
  },
  'invited-enough': async () => {
    const [host, invited] = [await guest(), await guest()];
    await fillSeats(database.url, invited.player, 20, { time: null, as: 'reserved' });
    const reserved = [{ side: 'north', name: invited.player.name }] as const;
    return host.request('game:create', tableOptions({}, 'south', { reserved: [...reserved] }));
  },
  'too-many-tables': async () => {
    const host = await guest();
    for (let n = 0; n < 5; n += 1) await host.create({}, 'south');
    return host.request('game:create', tableOptions({}, 'south'));
  },
  'bad-position': async () =>
    (await guest()).request('game:create', tableOptions({ setup: 'custom', position: '8 n sn 0 1' }, 'south')),
  'no-such-player': async () =>
    (await guest()).request(
      'game:create',
      tableOptions({}, 'south', { reserved: [{ side: 'north', name: 'Nobody-at-all' }] }),
    ),
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
  'not-invited': async () => {
    const { id } = await table();
    return (await guest()).command(id, { type: 'decline' });
  },
  'not-host': async () => {
    const { id } = await table({ starts: 'host' });
    const north = await guest();
    await north.command(id, { type: 'sit', side: null });
    return north.command(id, { type: 'start' });
  },
  'seats-open': async () => {
    const { id, host } = await table({ starts: 'host' });
    return host.command(id, { type: 'start' });
  },
  'already-moved': async () => {
    const { id, south } = await liveGame();
    return south.command(id, { type: 'abort' });
  },
  paused: async () => {
    const { id, south, north } = await liveGame();
    for (const player of [south, north]) await player.command(id, { type: 'offer', offer: 'pause' });
    return south.command(id, { ...first, ply: 3 });
  },
  'not-paused': async () => {
    const { id, south } = await liveGame();
    return south.command(id, { type: 'offer', offer: 'resume' });
  },
  'no-offer': async () => {
    const { id, south } = await liveGame();
    return south.command(id, { type: 'refuse', offer: 'draw' });
  },
  'already-offered': async () => {
    const { id, south } = await liveGame();
    await south.command(id, { type: 'offer', offer: 'draw' });
    return south.command(id, { type: 'offer', offer: 'draw' });
  },
  'offered-lately': async () => {
    const { id, south, north } = await liveGame();
    await south.command(id, { type: 'offer', offer: 'draw' });
    await north.command(id, { type: 'refuse', offer: 'draw' });
    return south.command(id, { type: 'offer', offer: 'draw' });
  },
  'nothing-to-take-back': async () => {
    const { id, south } = await live();
    return south.command(id, { type: 'offer', offer: 'takeback' });
  },
  'no-clock': async () => {
    const { id, south } = await liveGame({ time: null });
    return south.command(id, { type: 'give-time' });
  },
  'enough-given': async () => {
    const { id, south } = await live();
    for (let n = 0; n < 4; n += 1) await south.command(id, { type: 'give-time' });
    return south.command(id, { type: 'give-time' });
  },
  'clock-full': async () => {
    const { id, south } = await live({ time: { kind: 'clock', initialMs: 10_800_000, incrementMs: 0 } });
    return south.command(id, { type: 'give-time' });
  },
  'enough-offered': async () => {
    const { id, south } = await over();
    for (let n = 0; n < 50; n += 1) {
      await withinLimits(() => south.command(id, { type: 'offer', offer: 'rematch' }));
      await withinLimits(() => south.command(id, { type: 'refuse', offer: 'rematch' }));
    }
    return withinLimits(() => south.command(id, { type: 'offer', offer: 'rematch' }));
  },
  'too-many-changes': async () => {
    const { id } = await table({ starts: 'host' });
    const north = await guest();
    for (let n = 0; n < 5; n += 1) {
      await north.command(id, { type: 'sit', side: 'north' });
      await north.command(id, { type: 'leave' });
    }
    return north.command(id, { type: 'sit', side: 'north' });
  },
  'still-here': async () => {
    const { id, south } = await liveGame();
    await south.request('game:watch', { gameId: id, after: 0 });
    return south.command(id, { type: 'claim', side: 'north' });
  },
  'not-over': async () => {
    const { id, south } = await liveGame();
    return south.command(id, { type: 'offer', offer: 'rematch' });
  },
  rematched: async () => {
    const { id, south, north } = await over();
    for (const player of [south, north]) await player.command(id, { type: 'offer', offer: 'rematch' });
    return south.command(id, { type: 'offer', offer: 'rematch' });
  },
  'too-many-games': async () => {
    const { id } = await table();
    const reader = await guest();
    const answers: Awaited<Answered>[] = [];
    for (const gameId of await copiesOf(database.url, id, 101)) {
      answers.push(await withinLimits(() => reader.request('game:watch', { gameId, after: 0 })));
    }
    return answers.find(({ ok }) => !ok) ?? { ok: true };
  },
  'too-talkative': async () => {
    const { id, south } = await live();
    for (let n = 0; n < 6; n += 1) await south.request('chat:say', { gameId: id, text: `Hello ${n}.` });
    return south.request('chat:say', { gameId: id, text: 'Hello again.' });
  },
  'no-such-message': async () =>
    (await guest()).request('chat:report', { messageId: 999_999, reason: 'It is not there.' }),
  'not-by-days': async () => {
    const { id, south } = await live();
    return south.request('queue:set', { gameId: id, moves: [] });
  },
  muted: async () => {
    const { id, south } = await live();
    await sanction(south, 'mute');
    return south.request('chat:say', { gameId: id, text: 'Hello.' });
  },
  suspended: async () => {
    const { id } = await table();
    const barred = await guest();
    await sanction(barred, 'suspend');
    return barred.command(id, { type: 'sit', side: null });
  },
  'rated-needs-account': async () => (await guest()).request('game:create', tableOptions({ rated: true }, 'south')),
  'not-rateable': async () =>
    (await guest()).request('game:create', tableOptions({ rated: true, time: null }, 'south')),
  'seek-over': async () => {
    const other = await guest();
    const game = { setup: 'long', time: null, rated: false } as const;
    return (await guest()).request('pairing:accept', { player: other.player.id, game });
  },
  'computers-are-casual': async () =>
    (await guest()).request(
      'game:create',
      tableOptions({ rated: true }, 'south', { computers: [{ side: 'north', strength: 1 }] }),
    ),
  'not-a-computer': async () => {
    const { id, host } = await table();
    return host.command(id, { type: 'unseat-computer', side: 'north' });
  },
  'too-many-computer-games': async () => {
    const host = await guest();
    const computers = [{ side: 'south', strength: 1 }] as const;
    for (let n = 0; n < 20; n += 1) {
      const id = await host.create({ time: null }, 'north', { computers: [...computers] });
      await expect.poll(async () => (await read(id)).events.at(-1)?.event.type).toMatch(/started|moved/);
    }
    return host.request('game:create', tableOptions({ time: null }, 'north', { computers: [...computers] }));
  },
  'not-saved': async () => {
    const { id, south } = await live();
    app.proxy.disconnect();
    const answer = await south.command(id, first, newCommandId());
    app.proxy.reconnect();
    const flag = async () => south.command(id, { type: 'flag' });
    await expect.poll(flag).toMatchObject({ refusal: { code: 'time-left' } });
    return answer;
  },
  busy: async () => {
    const { id, south } = await live();
    const held = await holdTables(database.url, 'chat_message');
    const answer = await south.request('chat:join', { gameId: id });
    await held.release();
    return answer;
  },
  unexpected: async () => {
    const { id, south } = await live();
    await database.prisma.$executeRaw`update game_event set event = '{"type":"nonsense"}' where game_id = ${id}`;
    return south.request('game:watch', { gameId: id, after: 0 });
  },
};

test.each(Object.entries(provoke))('%s can be provoked, and says what to do', async (code, attempt) => {
  const answer = await attempt();
  expect(answer).toMatchObject({ ok: false, refusal: { code } });
  expect(explain(answer.refusal as Refusal)).toMatch(/^[A-Z].*\.$/);
});
