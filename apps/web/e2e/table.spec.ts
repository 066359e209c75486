import { chatLog, chooseMessageAction, fetchPlayerName, sendChat } from './chat.ts';
import { expect, test, uniqueName } from './fixtures/test.ts';
import { waitForSeq } from './game-page.ts';
import { fillTableForm } from './tables.ts';

test('a private table for three reserves a seat by name, waits for its host, and keeps each chat in its room', async ({
  site,
  visit,
}) => {
  const [host, ann] = [await visit('/'), await visit('/')];
  const [hostName, annName] = [await fetchPlayerName(host, site.url), await fetchPlayerName(ann, site.url)];
  const noPlayer = uniqueName('nobody');
  await fillTableForm(host, {
    setup: 'Three seats',
    side: 'South',
    keep: { North: noPlayer },
    byLink: true,
    hostStarts: true,
  });
  const open = host.getByRole('button', { name: 'Open table' });
  await open.click();
  await expect(host.getByText(`Player ${noPlayer} not found.`)).toBeVisible();
  await host.getByRole('textbox', { name: 'North', exact: true }).fill(annName);
  await open.click();
  await host.waitForURL(/\/game\/\w+/);
  await expect(host.getByText(`kept for ${annName}`)).toBeVisible();

  // The invited player sees the table immediately; the lobbies of other players do not list it.
  await expect(ann.getByText(`${hostName} keeps a seat for you`)).toBeVisible();
  const ben = await visit('/');
  const path = new URL(host.url()).pathname;
  await expect(ben.locator(`[data-game="${path.split('/').at(-1)}"]`)).toHaveCount(0);
  await ann.getByRole('button', { name: /^Accept/ }).click();
  await ann.waitForURL(host.url());
  const watcher = await visit(path);
  await ben.goto(host.url());
  await ben.getByRole('button', { name: 'Join as East' }).click();
  await expect(host.getByText('All seats are taken')).toBeVisible();
  await host.getByRole('button', { name: 'Start the game' }).click();
  const started = 6; // created, seated, reserved, seated twice, started
  await Promise.all([host, ann, ben, watcher].map((page) => waitForSeq(page, started)));
  await expect(chatLog(ann)).toContainText('The game began at');

  await sendChat(watcher, 'East looks strong.');
  await sendChat(host, 'Good luck to both.');
  await Promise.all([ann, ben].map((page) => expect(chatLog(page)).toContainText('Good luck to both.')));

  await chooseMessageAction(ann, hostName, 'Report');
  await ann.getByLabel("What's wrong with this message?").fill('I would rather have no luck.');
  await ann.getByRole('button', { name: 'Send report' }).press('Enter');
  await expect(ann.getByText('Reported. A moderator will look at it.')).toBeVisible();
  await ann.getByRole('button', { name: 'Close' }).press('Enter');
  await chooseMessageAction(ann, hostName, 'Block');
  await expect(ann.getByText(`${hostName} is blocked.`)).toBeVisible();
  await sendChat(host, 'Whose turn is it?');
  await sendChat(ben, 'Yours.');
  await expect(chatLog(ann)).toContainText('Yours.');
  await expect(chatLog(ann)).not.toContainText(/Good luck|Whose turn/);
  await ann.getByRole('button', { name: 'Unblock' }).press('Enter');
  await expect(chatLog(ann)).toContainText('Whose turn is it?');
  await expect(chatLog(ben)).not.toContainText('East looks strong.');

  // A later message of the spectators has arrived, so earlier messages of the players will not arrive anymore.
  await sendChat(watcher, 'South looks stronger.');
  await expect(chatLog(watcher)).not.toContainText(/Good luck|Whose turn|Yours/);
  for (const page of [ann, ben]) {
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
  }
  await host.getByRole('button', { name: /^Watching/ }).click();
  await expect(chatLog(host)).toContainText('East looks strong.');
  await expect(watcher.locator('[data-result]')).toBeVisible();
  await expect(chatLog(watcher)).not.toContainText(/Good luck|Whose turn|Yours/);
});
