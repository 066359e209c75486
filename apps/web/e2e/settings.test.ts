import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { member, PASSWORD } from './member.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

/** The page as the server writes it for this visitor, before any script has run. */
const written = async (page: Page, path: string): Promise<string> =>
  (await page.request.get(`${env.site.url}${path}`, { headers: { accept: 'text/html' } })).text();

test('what is changed in the settings counts at once, and the server writes the next page so', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.addInitScript(() => {
    const { createOscillator } = AudioContext.prototype;
    Object.assign(window, { tones: 0 });
    AudioContext.prototype.createOscillator = function count() {
      Reflect.set(window, 'tones', Reflect.get(window, 'tones') + 1);
      return createOscillator.call(this);
    };
  });
  await page.goto(`${env.site.url}/settings`);
  await alive(page);
  expect(await written(page, '/settings')).toContain('data-board=""');

  await page.getByRole('group', { name: 'Board on light pages' }).getByText('Dusk').click();
  await page.getByRole('group', { name: 'Page', exact: true }).getByText('Light').click();
  await page.getByRole('status').getByText('Saved').waitFor();
  expect(await page.getAttribute('html', 'data-board')).toBe('dusk');
  expect(await page.locator('.board .names text').count()).toBe(16);
  await page.getByRole('group', { name: 'Coordinates' }).getByText('Off', { exact: true }).click();
  expect(await page.locator('.board .names text').count()).toBe(0);
  expect(await written(page, '/')).toMatch(/<html lang="en" data-theme="light" data-board="dusk"/);

  await page.getByRole('button', { name: 'Hear: Taking' }).click();
  await page.waitForFunction(() => Reflect.get(window, 'tones') > 0);
  await page.getByRole('checkbox', { name: 'Taking' }).uncheck();
  const before = await page.evaluate(() => Number(Reflect.get(window, 'tones')));
  await page.getByRole('button', { name: 'Hear: Taking' }).click();
  expect(await page.evaluate(() => Number(Reflect.get(window, 'tones')))).toBe(before);

  await page.getByLabel('Language of the pages').selectOption('Deutsch');
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await alive(page);
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  expect(await page.getByRole('checkbox', { name: 'Schlagen' }).isChecked()).toBe(false);
  expect(await violations(page)).toEqual([]);
  const lobby = await written(page, '/');
  expect(lobby).toMatch(/<html lang="de" data-theme="light" data-board="dusk"/);
  expect(lobby).toContain('Zwei bis vier.');
  expect(faults).toEqual([]);
});

test('an account finds its settings on another device', async () => {
  const faults: string[] = [];
  const { page: first } = await member(env.browser, env.site.url, 'Ada', faults);
  await first.goto(`${env.site.url}/settings`);
  await alive(first);
  const kept = first.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await first.getByRole('group', { name: 'Coordinates' }).getByText('Inside').click();
  await kept;

  const second = await visitor(env.browser, faults);
  const data = { login: 'Ada', password: PASSWORD };
  expect((await second.request.post(`${env.site.url}/api/account/sign-in`, { data })).ok()).toBe(true);
  await second.goto(`${env.site.url}/settings`);
  await second.locator('input[value="inside"]:checked').waitFor({ state: 'attached' });
  expect(faults).toEqual([]);
});

/** Resolves when the server has stored preferences of this page's account. */
const stored = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok(), { timeout: 20_000 });
const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name });

test('a member changes the language, and the account and the page both have it afterwards', async () => {
  const faults: string[] = [];
  const { page } = await member(env.browser, env.site.url, 'Lena', faults);
  await page.goto(`${env.site.url}/settings`);
  await alive(page);
  await page.getByLabel('Language of the pages').selectOption('Deutsch');
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await alive(page);
  const account = await page.request.get(`${env.site.url}/api/me/preferences`);
  expect(await account.json()).toMatchObject({ language: 'de' });
  await page.reload();
  await alive(page);
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  expect(faults).toEqual([]);
});

test('zen mode that is switched off just before the page is left stays off', async () => {
  const faults: string[] = [];
  const { page } = await member(env.browser, env.site.url, 'Zoe', faults);
  await page.goto(`${env.site.url}/settings`);
  await alive(page);
  const saved = stored(page);
  await checkbox(page, 'Zen').check({ force: true });
  await saved;
  await checkbox(page, 'Zen').uncheck({ force: true });
  await page.goto(`${env.site.url}/learn`);
  await page.goto(`${env.site.url}/settings`);
  await alive(page);
  const preferences = async () => (await page.request.get(`${env.site.url}/api/me/preferences`)).json();
  await expect.poll(preferences).toMatchObject({ zen: false });
  await page.reload();
  await alive(page);
  expect(await checkbox(page, 'Zen').isChecked()).toBe(false);
  expect(faults).toEqual([]);
});

test('the settings page says "Saved" only when the server has stored a change', async () => {
  const faults: string[] = [];
  const { page } = await member(env.browser, env.site.url, 'Sam', faults);
  await page.goto(`${env.site.url}/settings`);
  await alive(page);
  await page.route('**/api/me/preferences', (route) => route.abort());
  await checkbox(page, 'Zen').check({ force: true });
  await page.getByText('Saved on this device only').waitFor();
  expect(await page.getByText('Saved', { exact: true }).count()).toBe(0);
  await page.unroute('**/api/me/preferences');
  await page.reload();
  await alive(page);
  await page.getByRole('group', { name: 'Coordinates' }).getByText('Inside').click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const account = await page.request.get(`${env.site.url}/api/me/preferences`);
  expect(await account.json()).toMatchObject({ zen: true, coordinates: 'inside' });
  expect(faults).toEqual([]);
});

test('pages asked for at the same time in two languages never mix', async () => {
  const ask = async (language: 'en' | 'de') => {
    const answer = await fetch(env.site.url, { headers: { accept: 'text/html', 'accept-language': language } });
    return { language, html: await answer.text() };
  };
  const pages = await Promise.all(Array.from({ length: 24 }, (_, n) => ask(n % 2 === 0 ? 'en' : 'de')));
  for (const { language, html } of pages) {
    expect(html).toContain(`<html lang="${language}"`);
    expect(html.includes('Two to four.')).toBe(language === 'en');
    expect(html.includes('Zwei bis vier.')).toBe(language === 'de');
  }
});

const Loudness = z.array(z.object({ cue: z.string(), peak: z.number(), endMs: z.number() }));

test('every cue is heard, never clips, and is over in less than 0.4 s', async () => {
  const source = await readFile(new URL('../src/lib/sound/voices.ts', import.meta.url), 'utf8');
  const page = await visitor(env.browser, []);
  const voices = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(source))}`;
  // As text: what vitest makes of an import means nothing to a page.
  const heard: unknown = await page.evaluate(`
    import(${JSON.stringify(voices)}).then(({ VOICES, playCue }) => Promise.all(Object.keys(VOICES).map(async (cue) => {
      const context = new OfflineAudioContext(1, 48000, 48000);
      playCue(context, context.destination, cue, 0);
      const samples = (await context.startRendering()).getChannelData(0);
      const end = samples.findLastIndex((sample) => Math.abs(sample) > 0.001);
      return { cue, peak: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0), endMs: end / 48 };
    })))`);
  const cues = Loudness.parse(heard);
  expect(cues.length).toBe(14);
  expect(cues.filter(({ peak, endMs }) => peak < 0.05 || peak > 0.99 || endMs >= 400)).toEqual([]);
});
