import type { JSHandle, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { framesPass, reaches } from './game-page.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
/** Created, twice seated, started. */
const BEGUN = 4;

/** What of the board changes from now on. */
const watchChanges = (page: Page): Promise<JSHandle<MutationRecord[]>> =>
  page.evaluateHandle(() => {
    const records: MutationRecord[] = [];
    const board = document.querySelector('[data-position]');
    const options = { subtree: true, childList: true, attributes: true };
    if (board) new MutationObserver((more) => records.push(...more)).observe(board, options);
    return records;
  });

/** The squares whose buttons changed since the last call, and how many pieces changed or were drawn anew. */
const takeChanges = (changes: JSHandle<MutationRecord[]>): Promise<{ squares: string[]; pieces: number }> =>
  changes.evaluate((records) => {
    const touched = records
      .splice(0)
      .flatMap(({ type, target, addedNodes }) => (type === 'attributes' ? [target] : [...addedNodes]))
      .filter((node) => node instanceof Element);
    const pieces = touched.flatMap(
      (each) => each.closest('[data-piece]') ?? [...each.children].filter((child) => child.matches('[data-piece]')),
    );
    const squares = touched.flatMap((each) => each.getAttribute('data-square') ?? []);
    return { squares: [...new Set(squares)].sort(), pieces: new Set(pieces).size };
  });

test('a press changes its own square and its targets, a move its own piece, and both leave the rest of the board alone', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'], { time: null }, faults);
  const { south } = party.pages;
  await reaches(south, BEGUN);
  await south.bringToFront();
  // The Tab key stops at the pressed square from now on: that is a change of its own, made here.
  await south.click('[data-square="e2"]');
  await south.click('[data-square="d2"]');
  await south.keyboard.press('Escape');
  await framesPass(south);

  const changes = await watchChanges(south);
  await south.click('[data-square="d2"]');
  await framesPass(south);
  const pressed = await takeChanges(changes);
  const targets = await south.$$eval('[data-target]', (all) =>
    all.map((each) => each.getAttribute('data-square') ?? ''),
  );
  expect(targets.length).toBeGreaterThan(0);
  expect(pressed).toEqual({ squares: [...targets, 'd2'].sort(), pieces: 1 });

  await south.click('[data-square="d3"]');
  await reaches(south, BEGUN + 1);
  await framesPass(south);
  const moved = await takeChanges(changes);
  expect(moved.pieces).toBe(1);
  party.close();
  expect(faults).toEqual([]);
});
