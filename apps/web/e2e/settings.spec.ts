import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { goTo, waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { PASSWORD } from './member.ts';

const rendered = async (page: Page, url: string): Promise<string> =>
  (await page.request.get(url, { headers: { accept: 'text/html' } })).text();
const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name });

test('a changed setting applies immediately, and the server renders the next page with it', async ({
  site,
  newVisitor,
}) => {
  const page = await newVisitor();
  await page.addInitScript(() => {
    const { createOscillator } = AudioContext.prototype;
    document.addEventListener('readystatechange', () => {
      document.documentElement.dataset.tones ??= '0';
    });
    AudioContext.prototype.createOscillator = function count() {
      const { dataset } = document.documentElement;
      dataset.tones = String(Number(dataset.tones) + 1);
      return createOscillator.call(this);
    };
  });
  await goTo(page, `${site.url}/settings`);
  const html = page.locator('html');
  const before = await rendered(page, `${site.url}/settings`);
  expect(before).toContain('data-board=""');

  await page.getByRole('group', { name: 'Board on light pages' }).getByText('Dusk').click();
  await page.getByRole('group', { name: 'Theme', exact: true }).getByText('Light').click();
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible();
  await expect(html).toHaveAttribute('data-board', 'dusk');
  const coordinates = page.locator('.board .names text');
  await expect(coordinates).toHaveCount(16);
  await page.getByRole('group', { name: 'Coordinates' }).getByText('Off', { exact: true }).click();
  await expect(coordinates).toHaveCount(0);
  await expect.poll(() => rendered(page, site.url)).toMatch(/<html lang="en" data-theme="light" data-board="dusk"/);

  const listen = page.getByRole('button', { name: 'Play sound: Taking' });
  await listen.click();
  await expect(html).toHaveAttribute('data-tones', /[1-9]/);
  const tones = (await html.getAttribute('data-tones')) ?? ''; // a cue starts all its tones at once
  await checkbox(page, 'Taking').uncheck();
  await listen.click();
  await checkbox(page, 'Taking').check();
  await checkbox(page, 'Taking').uncheck();
  await expect(html).toHaveAttribute('data-tones', tones);

  await page.getByLabel('Language of the pages').selectOption('Deutsch');
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
  await waitUntilReady(page);
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(checkbox(page, 'Schlagen')).not.toBeChecked();
  const lobby = await rendered(page, site.url);
  expect(lobby).toMatch(/<html lang="de" data-theme="light" data-board="dusk"/);
  expect(lobby).toContain('Zwei bis vier.');
});

test('an account keeps its settings across pages and devices, and the page confirms them only once stored', async ({
  site,
  newMember,
  newVisitor,
  pageErrors,
}) => {
  const { page, name } = await newMember('Ada');
  const account = async () => (await page.request.get(`${site.url}/api/me/preferences`)).json();
  const settings = async () => {
    await goTo(page, `${site.url}/settings`);
  };
  await settings();
  await test.step('a change that did not reach the server is reported as kept on this device only', async () => {
    pageErrors.allow(/Failed to load resource: net::ERR_FAILED .*\/api\/me\/preferences/);
    await page.route('**/api/me/preferences', (route) => route.abort());
    await checkbox(page, 'Zen').check();
    await expect(page.getByText('Saved on this device only')).toBeVisible();
    await expect(page.getByText('Saved', { exact: true })).toHaveCount(0);
    await page.unroute('**/api/me/preferences');
  });
  await test.step('after a reload it is stored together with the next change', async () => {
    await page.reload();
    await waitUntilReady(page);
    await page.getByRole('group', { name: 'Coordinates' }).getByText('Inside').click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect.poll(account).toMatchObject({ zen: true, coordinates: 'inside' });
  });
  await test.step('a change just before leaving the page is stored', async () => {
    await checkbox(page, 'Zen').uncheck();
    await page.goto(`${site.url}/learn`);
    await settings();
    await expect.poll(account).toMatchObject({ zen: false });
    await expect(checkbox(page, 'Zen')).not.toBeChecked();
  });
  await test.step('another device gets the settings when the account signs in', async () => {
    const second = await newVisitor();
    const data = { login: name, password: PASSWORD };
    const signedIn = await second.request.post(`${site.url}/api/account/sign-in`, { data });
    expect(signedIn.ok()).toBe(true);
    await second.goto(`${site.url}/settings`);
    await expect(second.locator('input[value="inside"]')).toBeChecked();
  });
  await test.step('a language applies to the account and the page, even after a reload', async () => {
    await page.getByLabel('Language of the pages').selectOption('Deutsch');
    await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible();
    await expect.poll(account).toMatchObject({ language: 'de' });
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
});

test('pages requested at the same time in two languages never mix', { tag: THOROUGH }, async ({ site }) => {
  const load = async (language: 'en' | 'de') => {
    const answer = await fetch(site.url, { headers: { accept: 'text/html', 'accept-language': language } });
    return { language, html: await answer.text() };
  };
  const pages = await Promise.all(Array.from({ length: 24 }, (_, n) => load(n % 2 === 0 ? 'en' : 'de')));
  for (const { language, html } of pages) {
    expect(html).toContain(`<html lang="${language}"`);
    expect(html.includes('Two to four.')).toBe(language === 'en');
    expect(html.includes('Zwei bis vier.')).toBe(language === 'de');
  }
});

const Loudness = z.array(z.object({ cue: z.string(), peak: z.number(), endMs: z.number() }));

test('every cue is audible, does not clip, and ends within 0.4 s', async ({ newVisitor }) => {
  const source = await readFile(new URL('../src/lib/sound/voices.ts', import.meta.url), 'utf8');
  const page = await newVisitor();
  const voices = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(source))}`;
  // A string, because the test runner would rewrite the import.
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
