import { goTo, waitUntilReady } from './browser.ts';
import { chatLog, fetchPlayerName, sendChat } from './chat.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, waitForSeq } from './game-page.ts';
import { openTable } from './tables.ts';

test('the chat, conditional moves, the command line and "Play from here" work with the keyboard alone', async ({
  site,
  visit,
  newVisitor,
  pageErrors,
}) => {
  pageErrors.allow(/status of 400 .*\/api\/command$/);
  const [south, north] = [await visit('/'), await newVisitor()];
  await openTable(south, { days: 1, side: 'South' });
  await waitUntilReady(south);
  await goTo(north, south.url());
  await north.getByRole('button', { name: 'Join as North' }).press('Enter');
  await waitForSeq(north, 4);
  const southName = await fetchPlayerName(south, site.url);

  // On a phone the Chat button opens the chat and counts new messages.
  await north.setViewportSize({ width: 360, height: 740 });
  await sendChat(south, 'Good evening.');
  await north.getByRole('button', { name: 'Chat 1 new message' }).press('Enter');
  await expect(north.getByRole('button', { name: 'Close the chat' })).toBeFocused();
  await expect(chatLog(north).getByText('Good evening.')).toBeVisible();
  const aboutMessage = north.getByRole('button', { name: `Actions for ${southName}'s message` });
  await aboutMessage.press('Enter');
  await north.getByRole('button', { name: 'Report' }).press('Enter');
  const reason = north.getByLabel("What's wrong with this message?");
  await reason.fill('Unkind');
  for (const [width, inSheet] of [
    [1280, 0],
    [360, 1],
  ] as const) {
    await north.setViewportSize({ width, height: 740 });
    await expect(north.getByRole('button', { name: 'Close the chat' })).toHaveCount(inSheet);
    await expect(reason, `at ${width} px`).toBeFocused();
  }
  await north.setViewportSize({ width: 1280, height: 740 });
  await north.keyboard.press('Escape');
  await expect(aboutMessage).toBeFocused();

  await north.getByRole('button', { name: 'Plan', exact: true }).press('Enter');
  await clickMove(north, { from: 'd2', to: 'd3' });
  await clickMove(north, { from: 'e7', to: 'e6' });
  await north.keyboard.press('Escape');
  await expect(north.getByText('1 conditional move')).toBeVisible();

  await south.bringToFront();
  await south.focus('[role="gridcell"][tabindex="0"]');
  await south.keyboard.press('/');
  const command = south.getByLabel('Command', { exact: true });
  await command.fill('d-a1-a2');
  await south.keyboard.press('Enter');
  await expect(south.getByRole('status', { name: 'Reply' })).toBeVisible();
  await command.fill('d2-d3');
  await south.keyboard.press('Enter');
  await waitForSeq(south, 6); // the move, and the reply to it
  await south.keyboard.press('Escape');
  await expect(command).toHaveCount(0);

  await south.getByRole('button', { name: 'Play from here' }).press('Enter');
  await expect(south).not.toHaveURL(north.url());
  await waitUntilReady(south);
  await expect(south.getByText('Only people with this link can join.')).toBeVisible();
});
