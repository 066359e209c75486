import { currentPosition } from '@terrace/game';
import type { GameId, Settings, Strength } from '@terrace/protocol';
import { guestAt } from '@terrace/testing/client';
import { playWith } from '@terrace/testing/play';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { strengthsAt } from '../testing/seats.ts';

const app = useTestApp();

const TEN_SECONDS: Settings['time'] = { kind: 'clock', initialMs: 10_000, incrementMs: 0 };

async function duel(change: Partial<Settings>, strength: Strength) {
  const person = await guestAt(app.url);
  const computers = [{ side: 'north', strength } as const];
  const id = await person.create({ setup: 'short6', ...change }, 'south', { computers });
  await playWith(person, id, ({ status }) => status === 'live');
  return { person, id };
}

describe('a complete game', () => {
  test.each([1, 8] as const)(
    'of ten seconds against a computer of strength %i, which never runs out of time',
    {
      timeout: 90_000,
    },
    async (strength) => {
      const { person, id } = await duel({ time: TEN_SECONDS }, strength);
      const { result, seats } = await playWith(person, id);
      expect(strengthsAt(seats)).toEqual([undefined, strength]);
      expect(result).not.toBeNull();
      expect([result?.by, result?.winner]).not.toEqual(['time', 'south']);
    },
  );

  test('of two people and two computers', { timeout: 120_000 }, async () => {
    const [host, guest] = [await guestAt(app.url), await guestAt(app.url)];
    const id = await host.create({ setup: 'four6', time: TEN_SECONDS }, 'south', {
      computers: [{ side: 'west', strength: 4 }],
    });
    expect(await host.command(id, { type: 'seat-computer', side: 'east', strength: 4 })).toMatchObject({ ok: true });
    expect(await guest.command(id, { type: 'sit', side: null })).toMatchObject({ ok: true });
    const [{ seats, result }] = await Promise.all([playWith(host, id), playWith(guest, id)]);
    expect(strengthsAt(seats)).toEqual([undefined, 4, undefined, 4]);
    expect(new Set(seats.map(({ player }) => player?.id)).size).toBe(4);
    expect(result?.places.flat()).toHaveLength(4);
  });
});

test('eight concurrent games of ten seconds advance at a similar pace, and no computer runs out of time', {
  timeout: 180_000,
}, async () => {
  const games = await Promise.all(Array.from({ length: 8 }, () => duel({ setup: 'short', time: TEN_SECONDS }, 8)));
  const plies = new Map<GameId, number>();
  let first: readonly number[] | undefined;
  const ended = await Promise.all(
    games.map(({ person, id }) =>
      playWith(person, id, (state) => {
        if (state.status === 'live') plies.set(id, currentPosition(state).ply);
        else plies.delete(id); // lost early, not slow
        if (currentPosition(state).ply >= 21) first ??= [...plies.values()];
        return state.status !== 'live';
      }),
    ),
  );
  expect(Math.min(...(first ?? []))).toBeGreaterThanOrEqual(11);
  for (const { result } of ended) expect([result?.by, result?.winner]).not.toEqual(['time', 'south']);
});
