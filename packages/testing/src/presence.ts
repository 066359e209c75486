import { broadcasts, type GameId, type Presence } from '@terrace/protocol';
import { expect } from 'vitest';
import { type Client, guestAt } from './client.ts';

/** Longer than a heartbeat and the grace period together. */
export const LONG_MS = 151_000;

export const CLOCK = { kind: 'clock', initialMs: 1_800_000, incrementMs: 0 } as const;
export const claimNorth = { type: 'claim', side: 'north' } as const;
export const stillHere = { ok: false, refusal: { code: 'still-here' } };

type Player = Pick<Client, 'command'>;

/** Seats north at south's table, and plays until the game waits for North's second move. */
export async function playOpening(south: Player, north: Player, gameId: GameId): Promise<void> {
  expect(await north.command(gameId, { type: 'sit', side: null })).toMatchObject({ ok: true });
  await south.command(gameId, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  expect(await north.command(gameId, { type: 'move', ply: 2, from: 'e7', to: 'e6' })).toMatchObject({ ok: true });
  await south.command(gameId, { type: 'move', ply: 3, from: 'd3', to: 'd2' });
}

export async function presenceFor(one: Client, gameId: GameId): Promise<Presence> {
  const watched = await one.request('game:watch', { gameId, after: 0 });
  if (!watched.ok) throw new Error(`${gameId} cannot be watched: ${watched.refusal.code}`);
  return watched.value.presence;
}

export const absentSides = async (one: Client, gameId: GameId) =>
  (await presenceFor(one, gameId)).away.map(({ side }) => side);

/** South is connected to one address and North to another. */
export async function gameAcross(here: string, there: string) {
  const [south, north] = await Promise.all([guestAt(here), guestAt(there)]);
  const gameId = await south.create({ time: CLOCK }, 'south');
  await playOpening(south, north, gameId);
  for (const one of [south, north]) await one.request('game:watch', { gameId, after: 0 });
  await expect.poll(() => absentSides(south, gameId), { timeout: 30_000 }).toEqual([]);
  return { gameId, south, north, heard: collectPresence(south, gameId) };
}

/** The presence of a game broadcast to this connection from now on. */
export function collectPresence({ socket }: Client, gameId: GameId): Presence[] {
  const heard: Presence[] = [];
  socket.on('game:presence', (message: unknown) => {
    const told = broadcasts['game:presence'].parse(message);
    if (told.gameId === gameId) heard.push(told.presence);
  });
  return heard;
}
