import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { clickMove, movesShown, reaches, shown } from './game-page.ts';
import { scriptedGame } from './script.ts';
import { openTable } from './tables.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

test('two people play a whole game from the lobby to its end while a third watches, and all see the same', async () => {
  const faults: string[] = [];
  const [south, north, watcher] = (await Promise.all([1, 2, 3].map(() => visitor(env.browser, faults)))) as [
    Page,
    Page,
    Page,
  ];

  await south.goto(env.site.url);
  await alive(south);
  await openTable(south, { clock: [5, 3], side: 'South' });

  await north.goto(env.site.url);
  await alive(north);
  await north.getByRole('button', { name: /^Join/ }).first().click();
  await north.waitForURL(/\/game\/\w+/);
  expect(north.url()).toBe(south.url());

  await watcher.goto(south.url());
  await Promise.all([south, north, watcher].map(alive));

  const script = scriptedGame('long', 40, 60);
  let seq = 4; // created, seated, seated, started
  for (const [i, move] of script.moves.entries()) {
    const mover = i % 2 === 0 ? south : north;
    await reaches(mover, seq);
    await clickMove(mover, move);
    seq += 1;
    // Not by the number of events alone: a server that was held up says so by one of its own.
    const made = `[data-position$=" ${i + 2}"]`;
    await Promise.all([south, north, watcher].map((page) => page.waitForSelector(made, { state: 'attached' })));
    await Promise.all([south, north, watcher].map((page) => reaches(page, seq)));
    const [own, other, seen] = await Promise.all([south, north, watcher].map(shown));
    expect(seen?.position).toEqual(own?.position);
    expect(other?.position).toEqual(own?.position);
  }

  const winner = script.outcome.kind === 'win' ? script.outcome.winner : '';
  const result = `[data-result="${winner}"]`;
  await Promise.all([south, north, watcher].map((page) => page.locator(result).waitFor()));
  const last = await shown(watcher);
  for (const page of [south, north, watcher]) {
    await page.reload();
    await alive(page);
    await page.locator(result).waitFor();
    expect(await shown(page)).toEqual(last);
    expect(await movesShown(page)).toBe(script.moves.length);
  }
  expect(faults).toEqual([]);
});
