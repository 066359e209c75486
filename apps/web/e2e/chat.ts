import type { Locator, Page } from '@playwright/test';
import { Me } from '@terrace/protocol';

export const fetchPlayerName = async (page: Page, site: string): Promise<string> =>
  Me.parse(await (await page.request.get(`${site}/api/me`)).json()).player.name;

export const chatLog = (page: Page): Locator => page.getByRole('log');

export async function sendChat(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Message', { exact: true });
  await field.fill(text);
  await field.press('Enter');
  await chatLog(page).getByText(text).waitFor();
}

/** Opens the actions of a player's last message with the keyboard, and chooses one. */
export async function chooseMessageAction(page: Page, name: string, deed: string): Promise<void> {
  await page
    .getByRole('button', { name: `Actions for ${name}'s message` })
    .last()
    .press('Enter');
  await page.getByRole('button', { name: deed }).press('Enter');
}
