import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { plateSays, reaches } from './game-page.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

test('a table of four has no flaw axe can find, whatever is asked there, and says aloud what happens', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'west', 'north', 'east'], { setup: 'four' }, faults);
  const { south, west } = party.pages;
  const aloud = south.locator('p[aria-live]');
  await reaches(south, 6);
  expect(await violations(south)).toEqual([]);

  await party.say('north', { type: 'offer', offer: 'draw' });
  await aloud.getByText('North offers a draw.').waitFor();
  expect(await violations(south)).toEqual([]);
  await party.say('west', { type: 'refuse', offer: 'draw' });
  await aloud.getByText('West declines the draw offer.').waitFor();

  for (const side of ['south', 'west', 'north', 'east'] as const) {
    await party.say(side, { type: 'offer', offer: 'pause' });
  }
  await aloud.getByText('The game is paused.').waitFor();
  expect(await violations(south)).toEqual([]);

  await west.close();
  await plateSays(south, 'west', 'away');
  await party.say('north', { type: 'resign' });
  await aloud.getByText('North resigned and is out.').waitFor();
  expect(await violations(south)).toEqual([]);

  await party.say('west', { type: 'resign' });
  await party.say('east', { type: 'resign' });
  await south.getByRole('heading', { name: 'You won: East resigned' }).waitFor();
  expect(await violations(south)).toEqual([]);
  party.close();
  expect(faults).toEqual([]);
});
