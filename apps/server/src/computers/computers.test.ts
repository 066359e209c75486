import { computerStrength, type Settings } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { guestAt } from '../testing/client.ts';
import { playWith } from '../testing/play.ts';

const app = useTestApp();
const bullet: Partial<Settings> = { time: { kind: 'clock', initialMs: 60_000, incrementMs: 0 }, setup: 'short6' };

test('a person plays a whole game against a computer, which sits down at once', async () => {
  const person = await guestAt(app.url);
  const id = await person.create(bullet, 'south', { computers: [{ side: 'north', strength: 3 }] });
  const { result, seats } = await playWith(person, id);
  expect(result).not.toBeNull();
  expect(seats.map(({ player }) => player && computerStrength(player.id))).toEqual([undefined, 3]);
});
