import type { Locator, Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { chooseRadio } from './choose-radio.ts';

/** The lobby's large button that starts a game against computers. */
export const playTheComputer = (page: Page): Locator =>
  page.getByRole('button', { name: new RegExp(`^${messages.computer.title}`) });

type Choices = { readonly strength: string; readonly radios: readonly string[] };

export async function choose(page: Page, { strength, radios }: Choices): Promise<void> {
  await page.getByRole('button', { name: messages.computer.choose }).click();
  const choices = page.getByRole('region', { name: messages.computer.choose });
  await choices.getByLabel(messages.computer.strengthLabel).selectOption({ label: strength });
  for (const name of radios) await chooseRadio(choices.getByRole('radio', { name, exact: true }));
}
