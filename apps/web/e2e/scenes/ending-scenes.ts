import { come, type Scene, seat } from './scene-context.ts';

const FOUR = ['south', 'west', 'north', 'east'] as const;
/** South's T is beside its goal. */
const position = '6t1/8/8/8/8/2T5/8/8 s sn 0 1';

/** A game of two that is won by arrival, as each sees it; a rematch that is offered and declined, and one nobody is left for. */
const two: Scene = async (context, name) => {
  const party = await seat(context, ['south', 'north'] as const, { setup: 'custom', position });
  const { south, north } = party.pages;
  const watcher = await come(context, new URL(party.url).pathname);
  await party.say('south', { type: 'move', ply: 1, from: 'g8', to: 'h8' });
  for (const page of [south, north, watcher]) await page.locator('[data-result="south"]').waitFor();
  await context.shoot(south, `${name}-won`);
  await context.shoot(north, `${name}-lost`);
  await context.shoot(watcher, `${name}-watched`);
  await party.say('south', { type: 'offer', offer: 'rematch' });
  for (const page of party.all()) await page.locator('[data-note]').waitFor();
  await context.shoot(south, `${name}-offered`);
  await context.shoot(north, `${name}-asked`);
  await party.say('north', { type: 'refuse', offer: 'rematch' });
  await south.locator('[data-note] .first.primary').waitFor();
  await context.shoot(south, `${name}-declined`);

  await party.say('south', { type: 'offer', offer: 'rematch' });
  const note = south.locator('[data-part="ending"] .note');
  const waiting = await note.textContent();
  await north.close();
  await note.filter({ hasNotText: waiting ?? '' }).waitFor();
  await context.shoot(south, `${name}-gone-asked`);
  await party.say('south', { type: 'refuse', offer: 'rematch' });
  await south.locator('[data-note] .first.primary').waitFor();
  await context.shoot(south, `${name}-gone`);
  party.close();
};

const drawn: Scene = async (context, name) => {
  const party = await seat(context, ['south', 'north'] as const, {});
  await party.say('south', { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await party.say('north', { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  await party.say('south', { type: 'offer', offer: 'draw' });
  await party.say('north', { type: 'offer', offer: 'draw' });
  await party.pages.north.locator('[data-result="draw"]').waitFor();
  await context.shoot(party.pages.north, name);
  party.close();
};

const aborted: Scene = async (context, name) => {
  const party = await seat(context, ['south', 'north'] as const, {});
  await party.say('south', { type: 'abort' });
  await party.pages.north.locator('[data-result="closed"]').waitFor();
  await context.shoot(party.pages.north, name);
  party.close();
};

const four: Scene = async (context, name) => {
  const party = await seat(context, FOUR, { setup: 'four' });
  for (const side of ['west', 'north', 'east'] as const) await party.say(side, { type: 'resign' });
  for (const page of party.all()) await page.locator('[data-result="south"]').waitFor();
  await context.shoot(party.pages.south, `${name}-won`);
  await context.shoot(party.pages.west, `${name}-lost`);
  await party.say('north', { type: 'offer', offer: 'rematch' });
  for (const page of party.all()) await page.locator('[data-note]').waitFor();
  await context.shoot(party.pages.north, `${name}-offered`);
  await context.shoot(party.pages.south, `${name}-asked`);
  await party.say('north', { type: 'refuse', offer: 'rematch' });
  const note = party.pages.south.locator('[data-part="ending"] .note');
  for (const side of ['west', 'north', 'east'] as const) {
    const before = await note.textContent();
    await party.pages[side].close();
    await note
      .filter({ hasNotText: before || 'nothing' })
      .filter({ hasText: /./ })
      .waitFor();
  }
  await context.shoot(party.pages.south, `${name}-gone`);
  party.close();
};

/** Every way a game is over. */
export const endingScenes = { ending: two, 'ending-drawn': drawn, 'ending-aborted': aborted, 'ending-four': four };
