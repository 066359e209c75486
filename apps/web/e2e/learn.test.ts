import type { Page } from '@playwright/test';
import { learnMessages } from '@terrace/messages/learn';
import { expect, test } from 'vitest';
import { LESSONS, type Lesson } from '../src/lib/learn/lessons.ts';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { chooseByKeys, framesPass } from './game-page.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

const choose = (page: Page, square: string) => page.click(`[data-square="${square}"]`);
const heading = (page: Page, lesson: Lesson) =>
  page.getByRole('heading', { level: 1, name: learnMessages().lessons[lesson.key].title }).waitFor();
const isDone = (page: Page, lesson: Lesson) => page.getByText(learnMessages().lessons[lesson.key].done).waitFor();

/** Does a lesson's task, one click after the other. */
async function doIt(page: Page, { task }: Lesson): Promise<void> {
  if (task.kind === 'find') return choose(page, task.solution);
  for (const { solution } of task.steps) {
    const [from = '', to = ''] = solution.split('-');
    // The other side answers first; then the piece can be picked up again.
    await page.locator(`[data-square="${from}"].movable`).waitFor();
    await choose(page, from);
    await choose(page, to);
    // An own piece is taken by a second click.
    await framesPass(page);
    if (await page.locator(`[data-square="${to}"][data-armed]`).count()) await choose(page, to);
  }
}

test('somebody who knows nothing learns the rules from the first step to the last', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/learn`);
  await alive(page);
  const next = page.getByRole('button', { name: learnMessages().next });

  for (const [n, lesson] of LESSONS.entries()) {
    await heading(page, lesson);
    const onward = n === LESSONS.length - 1 ? page.getByRole('button', { name: learnMessages().finish }) : next;
    expect(await onward.isDisabled()).toBe(true);
    if (lesson.key === 'down') {
      await choose(page, 'e4');
      await choose(page, 'f5');
      await page.getByText('Down diagonally is only for capturing.').waitFor();
      expect(await onward.isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
    }
    if (lesson.key === 'up') {
      await page.focus('[role="gridcell"][tabindex="0"]');
      await chooseByKeys(page, 'c3');
      await chooseByKeys(page, 'd4');
    } else if (lesson.key === 'own') await page.getByRole('button', { name: learnMessages().show }).click();
    else await doIt(page, lesson);
    await isDone(page, lesson);
    await onward.click();
  }

  await page.getByRole('heading', { name: learnMessages().end.title }).waitFor();
  await page.goto(`${env.site.url}/learn#3`);
  await page.reload();
  await alive(page);
  await page.getByRole('heading', { level: 1, name: learnMessages().lessons.along.title }).waitFor();
  expect(await page.getByRole('link', { name: /, done$/ }).count()).toBe(LESSONS.length);
  expect(await next.isEnabled()).toBe(true);
  expect(faults).toEqual([]);
});

test('a lesson that is answered has no flaw axe can find', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/learn#5`);
  await alive(page);
  await choose(page, 'e4');
  await choose(page, 'f5');
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});
