/** WebKitGTK, the browser next to Safari that runs on Linux: games, all pages, all menus. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messages } from '@terrace/messages';
import { Key, type WebElement } from 'selenium-webdriver';
import { scriptedGame } from '../script.ts';
import type { Tab } from './tab.ts';
import { expect, test } from './test.ts';

async function clickMove(tab: Tab, { from, to }: { from: string; to: string }): Promise<void> {
  await tab.click(await tab.find(`[data-square="${from}"]`));
  await tab.click(await tab.find(`[data-square="${to}"]`));
}

async function playTheComputer(tab: Tab): Promise<void> {
  await tab.open('/');
  await tab.click(await tab.button(messages.computer.title, { isStart: true }));
  await tab.find('[data-position*=" s "] [data-square="d2"]');
}

async function startLocalGame(tab: Tab, setup: keyof typeof messages.setup): Promise<void> {
  await tab.open('/');
  await tab.driver.executeScript('localStorage.clear()'); // otherwise the last game on this screen is shown
  await tab.open('/local');
  await (await tab.find(`select option[value="${setup}"]`)).click();
  await tab.click(await tab.button(messages.common.startGame));
  await tab.find('[data-position$=" 1"]');
}

test('two people play a game to its end on one screen', async ({ tab }) => {
  await startLocalGame(tab, 'short6');
  const { moves, outcome } = scriptedGame('short6', 10, 60);
  for (const [i, move] of moves.entries()) {
    await clickMove(tab, move);
    await tab.find(`[data-position$=" ${i + 2}"]`);
  }
  await tab.find(`[data-result="${outcome.kind === 'win' ? outcome.winner : ''}"]`);
});

test('the computer answers a move, and the game is resigned', async ({ tab }) => {
  await playTheComputer(tab);
  await clickMove(tab, { from: 'd2', to: 'd3' });
  await tab.find('[data-position$=" 3"]');
  await tab.click(await tab.button(messages.common.resign));
  await tab.click(await tab.button(messages.game.yes));
  await tab.find('[data-result="north"]');
});

const ROUTES = new URL('../../src/routes', import.meta.url).pathname;

/** The paths of all pages; parameters are replaced. */
function pathsOfPages(parameters: Readonly<Record<string, string>>): readonly string[] {
  return readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('+page.svelte'))
    .map((file) => join('/', dirname(file)).replace(/\[(\w+)\]/g, (_, name: string) => parameters[name] ?? name))
    .sort();
}

/** Pages that a guest may not see, or that need a link from a message, show why. */
const REFUSED: Readonly<Record<string, string>> = {
  '/moderation': messages.site.errors.forbidden,
  '/unsubscribe/unknown': messages.site.errors.notFound,
};

/** What is wrong with a page that is open. */
const problemsOfPage = (tab: Tab): Promise<readonly string[]> =>
  tab.driver.executeScript(`
    const problems = [];
    const text = document.body.innerText;
    if (/\\bundefined\\b|\\[object|\\bNaN\\b/.test(text)) problems.push('a text is missing: ' + text);
    if (!document.querySelector('h1')?.textContent.trim()) problems.push('no heading');
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) problems.push('wider than the screen: ' + scrollWidth + ' > ' + clientWidth);
    return problems;
  `);

test('every page opens without an error, with its texts, within the width of a phone', async ({ tab }) => {
  await playTheComputer(tab);
  const id = new URL(await tab.driver.getCurrentUrl()).pathname.split('/').at(-1) ?? '';
  const name: string = await tab.driver.executeScript(
    `return fetch('/api/me').then((answer) => answer.json()).then(({ player }) => player.name)`,
  );
  const errors = Object.values(messages.site.errors).filter((text) => typeof text === 'string');
  const found: string[] = [];
  for (const path of pathsOfPages({ id, name, token: 'unknown' })) {
    await tab.open(path);
    const problems = await problemsOfPage(tab);
    const heading = await (await tab.find('h1')).getText();
    const isError = errors.includes(heading) && heading !== REFUSED[path];
    found.push(...problems.map((problem) => `${path}: ${problem}`), ...(isError ? [`${path}: ${heading}`] : []));
  }
  expect(found).toEqual([]);
});

const isOpen = (tab: Tab, id: string): Promise<boolean> =>
  tab.driver.executeScript('return document.getElementById(arguments[0]).matches(":popover-open")', id);

/** Whether a menu shows its items, which some load first, and lies within the window. */
const isShown = (tab: Tab, id: string): Promise<boolean> =>
  tab.driver.executeScript(
    `const menu = document.getElementById(arguments[0]);
    const { left, top, right, bottom } = menu.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return menu.innerText.trim() !== '' && isInside;`,
    id,
  );

const hasFocus = (tab: Tab, element: WebElement): Promise<boolean> =>
  tab.driver.executeScript('return document.activeElement === arguments[0]', element);

async function openAndCloseMenus(tab: Tab, where: string): Promise<readonly string[]> {
  const seen: string[] = [];
  for (const button of await tab.driver.findElements({ css: 'button[popovertarget]' })) {
    const id = await button.getAttribute('popovertarget');
    if (id === null || !(await button.isDisplayed())) continue;
    const name = (await button.getAttribute('aria-label')) ?? (await button.getText());
    seen.push(name);
    const menu = `the menu "${name}" in ${where}`;
    const opens = () => tab.waitFor(`${menu} to open`, async () => (await isOpen(tab, id)) && (await isShown(tab, id)));
    const closes = (how: string) => tab.waitFor(`${menu} to close with ${how}`, async () => !(await isOpen(tab, id)));
    await tab.click(button);
    await opens();
    await tab.click(button);
    await closes('a press');
    await tab.pressOn(button, Key.ENTER);
    await opens();
    await tab.press(Key.ESCAPE);
    await closes('Escape');
    expect(await hasFocus(tab, button), `the button "${name}" has the focus again`).toBe(true);
  }
  return seen;
}

test('every menu opens and closes with a press and with keys', async ({ tab }) => {
  const openers: Readonly<Record<string, () => Promise<void>>> = {
    lobby: () => tab.open('/'),
    'a game against the computer': () => playTheComputer(tab),
    'a game on one screen': () => startLocalGame(tab, 'short6'),
    analysis: () => tab.open('/analysis'),
    editor: () => tab.open('/editor'),
  };
  for (const [where, open] of Object.entries(openers)) {
    await open();
    expect(await openAndCloseMenus(tab, where), where).not.toEqual([]);
  }
});

test('a press outside a dialog closes it, and so does Escape', async ({ tab }) => {
  await tab.open('/');
  await tab.click(await tab.button('Open a table'));
  // The bar at the bottom of the window covers the button unless the form is scrolled to its end.
  await tab.pressOn(await tab.button('Open table'), Key.ENTER);
  await tab.find('[data-position]');
  const isGone = async () => (await tab.driver.findElements({ css: 'dialog[open]' })).length === 0;
  for (const close of [() => tab.press(Key.ESCAPE), () => pressAt(tab, 5, 5)]) {
    await tab.click(await tab.button(messages.table.invite));
    await tab.find('dialog[open]');
    await close();
    await tab.waitFor('the dialog to close', isGone);
  }
});

const pressAt = (tab: Tab, x: number, y: number): Promise<void> =>
  tab.driver.actions().move({ x, y, duration: 0 }).click().perform();
