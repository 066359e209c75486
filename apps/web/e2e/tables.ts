import type { Page } from '@playwright/test';
import { goTo, waitUntilReady } from './browser.ts';
import { chooseRadio } from './choose-radio.ts';
import { waitForSeq } from './game-page.ts';

/** Settings of a table. Omitted ones keep the form's values. */
export type TableSettings = {
  readonly setup?: string;
  readonly position?: string;
  /** Minutes per player and seconds per move; alternatively `days` per move. */
  readonly clock?: readonly [minutes: number, seconds: number];
  readonly days?: number;
  readonly side?: string;
  /** Player names for reserved seats, by the seat's label. */
  readonly keep?: Readonly<Record<string, string>>;
  readonly byLink?: boolean;
  readonly hostStarts?: boolean;
};

/** Opens a table from the lobby. Resolves when its page is shown. */
export async function openTable(page: Page, setting: TableSettings = {}): Promise<void> {
  await fillTableForm(page, setting);
  await page.getByRole('button', { name: 'Open table' }).click();
  await page.waitForURL(/\/game\/\w+/);
}

/** Starts a game with three days a move: South's page opens the table from the lobby, and North's page joins it. */
export async function startGameByDays(south: Page, north: Page): Promise<void> {
  await openTable(south, { days: 3, side: 'South' });
  await waitUntilReady(south);
  await goTo(north, south.url());
  await north.getByRole('button', { name: 'Join as North' }).click();
  await waitForSeq(north, 4);
}

export async function fillTableForm(page: Page, setting: TableSettings): Promise<void> {
  await page.getByRole('button', { name: 'Open a table' }).click();
  const panel = page.getByRole('region', { name: 'Open a table' });
  const pick = (group: string, name: string) =>
    chooseRadio(panel.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }));
  if (setting.setup !== undefined) await panel.getByLabel('Setup').selectOption({ label: setting.setup });
  if (setting.position !== undefined) {
    await panel.getByLabel('Setup').selectOption({ label: 'Custom position' });
    await panel.getByLabel('Position').fill(setting.position);
  }
  if (setting.clock !== undefined) {
    await panel.getByLabel('Minutes each').fill(String(setting.clock[0]));
    await panel.getByLabel('Seconds a move').fill(String(setting.clock[1]));
  }
  if (setting.days !== undefined) {
    await pick('Time', 'Correspondence');
    await panel
      .getByLabel('Days a move')
      .selectOption({ label: setting.days === 1 ? '1 day' : `${setting.days} days` });
  }
  if (setting.side !== undefined) await pick('Your side', setting.side);
  for (const [seat, name] of Object.entries(setting.keep ?? {}))
    await panel.getByRole('textbox', { name: seat, exact: true }).fill(name);
  if (setting.byLink) await pick('Who may join', 'By link only');
  if (setting.hostStarts) await pick('The game starts', 'When I say');
}
