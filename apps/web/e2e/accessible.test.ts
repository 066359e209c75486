import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { chooseByKeys, reaches } from './game-page.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

test('from the table to its end a game has no flaw axe can find, and can be played by keys alone', async () => {
  const faults: string[] = [];
  const south = await visitor(env.browser, faults);
  const north = await visitor(env.browser, faults);
  await south.goto(env.site.url);
  await alive(south);

  await south.getByRole('button', { name: 'Open your own' }).press('Enter');
  await south.getByRole('radio', { name: 'South' }).check({ force: true });
  await south.getByLabel('Setup').selectOption({ label: 'Custom position' });
  await south.getByLabel('Position').fill('nothing of the kind');
  expect(await violations(south)).toEqual([]);
  await south.getByLabel('Setup').selectOption({ label: 'Long' });
  await south.getByRole('radio', { name: 'South' }).check({ force: true });
  expect(await violations(south)).toEqual([]);
  await south.getByRole('button', { name: 'Open table' }).press('Enter');
  await south.waitForURL(/\/game\/\w+/);
  await alive(south);
  expect(await violations(south)).toEqual([]);

  await north.goto(south.url());
  await alive(north);
  expect(await violations(north)).toEqual([]);
  await north.getByRole('button', { name: /^Join/ }).press('Enter');
  await reaches(south, 4);

  await south.bringToFront();
  await south.focus('[role="gridcell"][tabindex="0"]');
  await chooseByKeys(south, 'e2');
  await south.getByRole('gridcell', { name: /selected/ }).waitFor();
  await south.getByRole('gridcell', { name: 'e4, level 5, empty, target, same level' }).waitFor();
  expect(await violations(south)).toEqual([]);
  await chooseByKeys(south, 'e4');
  await reaches(north, 5);
  expect(await north.locator('p[aria-live]').textContent()).toContain('South: B e2 along to e4.');

  await south.getByRole('button', { name: 'Resign' }).press('Enter');
  expect(await violations(south)).toEqual([]);
  await south.getByRole('button', { name: 'Yes', exact: true }).press('Enter');
  await south.getByRole('heading', { name: 'You lost, by resigning' }).waitFor();
  expect(await violations(south)).toEqual([]);
  expect(faults).toEqual([]);
});
