import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { clickMove, reaches, shown } from './game-page.ts';
import { openTable } from './tables.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

test('in a game by days a reply is planned on the board and played while its owner is away', async () => {
  const faults: string[] = [];
  const south = await visitor(env.browser, faults);
  const north = await visitor(env.browser, faults);
  await south.goto(env.site.url);
  await alive(south);
  await openTable(south, { days: 3, side: 'South' });
  await alive(south);
  await north.goto(south.url());
  await alive(north);
  await north.getByRole('button', { name: 'Join as North' }).click();
  await reaches(north, 4);

  await north.getByRole('button', { name: 'Plan', exact: true }).click();
  const queue = north.getByRole('region', { name: 'Queued moves' });
  await queue.getByText('Choose what South may play.').waitFor();
  await clickMove(north, { from: 'd2', to: 'd3' });
  await queue.getByText('Choose your move.').waitFor();
  await clickMove(north, { from: 'e7', to: 'e6' });
  await queue.getByText('after c-d2-d3').waitFor();
  await queue.getByRole('button', { name: 'After any move' }).click();
  await queue.getByLabel('Or type the move').fill('x-e6-e7');
  await north.keyboard.press('Enter');
  await queue.getByText('That is no move.').waitFor();
  await queue.getByLabel('Or type the move').fill('C-e6-e7');
  await north.keyboard.press('Enter');
  await queue.getByText('after any move', { exact: true }).waitFor();
  await queue.getByRole('button', { name: 'Done' }).click();
  await queue.getByText('2 moves queued').waitFor();
  const url = north.url();
  await north.goto('about:blank');

  await clickMove(south, { from: 'd2', to: 'd3' });
  await reaches(south, 6); // the own move, and the reply of somebody who is not there
  expect((await shown(south)).position).toContain(' s sn ');

  await north.goto(url);
  await alive(north);
  await north.getByText('1 move queued').waitFor();
  await north.getByText('It is your turn').waitFor({ state: 'detached' });
  await clickMove(south, { from: 'e2', to: 'e3' });
  await reaches(north, 8);
  await north.getByRole('heading', { name: 'Queued moves' }).waitFor();

  await north.goto(env.site.url);
  await alive(north);
  await north.getByText('South to move').waitFor();
  await clickMove(south, { from: 'f2', to: 'f3' });
  await north.getByText('Your move').waitFor();
  expect(faults).toEqual([]);
});
