import type { Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Browser, Page } from 'playwright-core';
import { alive, visitor } from '../../e2e/browser.ts';
import { clickMove, reaches } from '../../e2e/game-page.ts';
import { gather } from '../../e2e/party.ts';
import { openTable, setTable } from '../../e2e/tables.ts';
import { nameOf, say } from '../../e2e/talking.ts';
import { shoot } from './camera.ts';
import { playOn } from './play.ts';

export type Stage = { readonly browser: Browser; readonly site: string; readonly faults: string[] };

const ALL_SIDES: readonly Side[] = ['south', 'west', 'north', 'east'];
const setTo = (setup: Settings['setup']): Partial<Settings> => ({
  setup,
  time: { kind: 'clock', initialMs: 480_000, incrementMs: 3_000 },
});

async function come({ browser, site, faults }: Stage, path = '/'): Promise<Page> {
  const page = await visitor(browser, faults);
  await page.goto(`${site}${path}`);
  await alive(page);
  return page;
}

/** A page that needs nothing but its address. */
const still =
  (path: string) =>
  async (stage: Stage, name: string): Promise<void> =>
    shoot(await come(stage, path), name);

/** Everything that is photographed, by name. */
export const scenes: Readonly<Record<string, (stage: Stage, name: string) => Promise<void>>> = {
  lobby: async (stage, name) => {
    const host = await come(stage);
    await openTable(host, { setup: 'Short', clock: [3, 2] });
    const party = await gather(stage.browser, stage.site, ['south', 'north'], setTo('long'), stage.faults);
    await playOn(party, 12);
    const guest = await come(stage);
    await shoot(guest, name);
    await setTable(guest, { setup: 'Three seats', days: 3 });
    await shoot(guest, `${name}-setting`);
    party.close();
  },

  waiting: async (stage, name) => {
    const [host, ann] = [await come(stage), await come(stage)];
    const kept = { North: await nameOf(ann, stage.site) };
    await openTable(host, { setup: 'Four seats', side: 'South', keep: kept, hostStarts: true });
    await shoot(host, name);
    await shoot(ann, `${name}-invited`);
  },

  two: async (stage, name) => {
    const party = await gather(stage.browser, stage.site, ['south', 'north'], setTo('long'), stage.faults);
    await shoot(party.pages.north, `${name}-first`);
    await playOn(party, 20);
    await shoot(party.pages.south, name);
    await party.say('north', { type: 'offer', offer: 'draw' });
    await shoot(party.pages.south, `${name}-draw`);
    await party.say('south', { type: 'resign' });
    await shoot(party.pages.south, `${name}-over`);
    party.close();
  },

  three: async (stage, name) => {
    const party = await gather(stage.browser, stage.site, ['south', 'north', 'east'], setTo('three'), stage.faults);
    await playOn(party, 13);
    await shoot(party.pages.east, name);
    party.close();
  },

  four: async (stage, name) => {
    const party = await gather(stage.browser, stage.site, ALL_SIDES, setTo('four'), stage.faults);
    await playOn(party, 20);
    await shoot(party.pages.south, name);
    await shoot(party.pages.west, `${name}-west`);
    await party.say('north', { type: 'resign' });
    await shoot(party.pages.south, `${name}-out`);
    await party.say('west', { type: 'resign' });
    await party.say('east', { type: 'resign' });
    await shoot(party.pages.south, `${name}-over`);
    party.close();
  },

  call: async (stage, name) => {
    // West's T stands in Terrace from the first move on; North has a second piece on it.
    const position = "3d'2t'1/8/8/D'6T/8/2d4D/1T'4t1/2d'4c s swne 0 1";
    const settings = { ...setTo('four'), setup: 'custom', position } as const;
    const party = await gather(stage.browser, stage.site, ALL_SIDES, settings, stage.faults);
    await shoot(party.pages.west, name);
    party.close();
  },

  talk: async (stage, name) => {
    const party = await gather(stage.browser, stage.site, ['south', 'north'], setTo('long'), stage.faults);
    const { south, north } = party.pages;
    await reaches(south, 4);
    await say(south, 'Hello, good game.');
    await say(north, 'Good game to you. I shall look at the far corner first, and then at everything between us.');
    await clickMove(south, { from: 'd2', to: 'd3' });
    await shoot(south, name);
    party.close();
  },

  watch: still('/watch'),
  analysis: still('/analysis'),
  editor: still('/editor'),
  local: still('/local'),
  learn: still('/learn'),
  'learn-rules': still('/learn/rules'),
  archive: still('/archive'),
  leaderboard: still('/leaderboard'),
  login: still('/login'),
  settings: still('/settings'),
  api: still('/api'),
  error: still('/nowhere'),
};
