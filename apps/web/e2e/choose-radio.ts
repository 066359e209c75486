import { expect, type Locator } from '@playwright/test';

/** Chooses a radio button as players do: by a press on its label, because the button itself is hidden. */
export async function chooseRadio(radio: Locator): Promise<void> {
  await radio.locator('xpath=ancestor::label').click();
  await expect(radio).toBeChecked();
}
