import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { learnMessages } from '@terrace/messages/learn';
import { LESSONS, type Lesson } from '../src/lib/learn/lessons.ts';
import { square } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';
import { chooseWithKeys } from './move-input.ts';

const choose = (page: Page, name: string) => square(page, name).click();

async function doTask(page: Page, { task }: Lesson): Promise<void> {
  if (task.kind === 'find') return choose(page, task.solution);
  for (const { solution } of task.steps) {
    const [from = '', to = ''] = solution.split('-');
    // The other side answers first; then the piece can be picked up again.
    await expect(square(page, from)).toContainClass('movable');
    await choose(page, from);
    await choose(page, to);
  }
}

test('a newcomer completes all lessons, which are shown as done on a later visit', async ({ visit, site }) => {
  const page = await visit('/learn');
  const { lessons, next, finish, end } = learnMessages();
  for (const [n, lesson] of LESSONS.entries()) {
    await expect(page.getByRole('heading', { level: 1, name: lessons[lesson.key].title })).toBeVisible();
    const onward = page.getByRole('button', { name: n === LESSONS.length - 1 ? finish : next });
    await expect(onward).toBeDisabled();
    if (lesson.key === 'down') {
      await choose(page, 'e4');
      await choose(page, 'f5');
      await expect(page.getByText('Down diagonally is only for capturing.')).toBeVisible();
      await expect(onward).toBeDisabled();
      await page.keyboard.press('Escape');
    }
    if (lesson.key === 'up') {
      await page.focus('[role="gridcell"][tabindex="0"]');
      await chooseWithKeys(page, 'c3');
      await chooseWithKeys(page, 'd4');
    } else if (lesson.key === 'own') await page.getByRole('button', { name: messages.common.showMe }).click();
    else await doTask(page, lesson);
    await expect(page.getByText(lessons[lesson.key].done)).toBeVisible();
    await onward.click();
  }

  await expect(page.getByRole('heading', { name: end.title })).toBeVisible();
  await page.goto('about:blank'); // a new visit rather than navigation within the page
  await page.goto(`${site.url}/learn#3`);
  await expect(page.getByRole('heading', { level: 1, name: lessons.along.title })).toBeVisible();
  await expect(page.getByRole('link', { name: /, done$/ })).toHaveCount(LESSONS.length);
  await expect(page.getByRole('button', { name: next })).toBeEnabled();
});
