import { type AccountPreferences, PlayerId, type Preferences, readPreferences } from '@terrace/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '#lib/device/testing/memory-storage.ts';
import { PreferencesStore } from '#lib/preferences/preferences.svelte.ts';
import { AccountSaver } from './account-preferences.ts';

const account = PlayerId.parse('player-one');
const usual = readPreferences({});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that stores one account's preferences, and devices whose pages can be closed and reopened. */
function server() {
  const kept = {
    stored: null as AccountPreferences | null,
    saves: 0,
    /** Resolves requests to save when the test lets them arrive. */
    reached: Promise.resolve(true),
  };
  const api = {
    load: async () => kept.stored,
    save: async (all: AccountPreferences) => {
      kept.saves++;
      if (!(await kept.reached)) return false;
      kept.stored = all;
      return true;
    },
  };
  const device = () => {
    const storage = memoryStorage();
    let cookie: Preferences = usual;
    return {
      open: () => {
        const store: PreferencesStore = new PreferencesStore(cookie, {
          device: (all) => {
            cookie = all;
          },
          account: () => loaded,
        });
        const loaded = Promise.resolve(new AccountSaver(account, () => store.all, storage, api));
        return {
          store,
          synchronise: () => loaded.then((saver) => saver.synchronise((all) => store.adopt(all))),
          leave: () => void loaded.then((saver) => saver.leave()),
        };
      },
    };
  };
  return { kept, device };
}

test('changes in quick succession are sent together, and count as saved once the server has stored them', async () => {
  const { kept, device } = server();
  const { store } = device().open();
  store.set('volume', 10);
  store.set('volume', 20);
  const saved = store.saved();
  expect(kept.saves).toBe(0);
  await vi.advanceTimersByTimeAsync(400);
  expect(await saved).toBe(true);
  expect([kept.saves, kept.stored?.volume]).toEqual([1, 20]);
});

test('a change that the server did not store is not reported as saved', async () => {
  const { kept, device } = server();
  const { store } = device().open();
  kept.reached = Promise.resolve(false);
  store.set('zen', true);
  const saved = store.saved();
  await vi.advanceTimersByTimeAsync(400);
  expect(await saved).toBe(false);
});

test('a change is saved before the page is reloaded', async () => {
  const { kept, device } = server();
  const { store } = device().open();
  store.set('language', 'de');
  expect(await store.flush()).toBe(true);
  expect(kept.stored?.language).toBe('de');
  expect(vi.getTimerCount()).toBe(0);
});

test('a change is sent when the page is closed immediately afterwards', async () => {
  const { kept, device } = server();
  const { store, leave } = device().open();
  store.set('zen', true);
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(kept.stored?.zen).toBe(true);
});

test('a value loaded from the account does not replace a newer one that a closed page could not save', async () => {
  const { kept, device } = server();
  const [phone, desk] = [device(), device()];
  await phone.open().synchronise();
  kept.reached = new Promise(() => undefined);
  const closed = phone.open();
  closed.store.set('language', 'de');
  closed.leave();
  await vi.advanceTimersByTimeAsync(0);

  kept.reached = Promise.resolve(true);
  const other = desk.open();
  await other.synchronise();
  other.store.set('volume', 10);
  await other.store.flush();

  const opened = phone.open();
  await opened.synchronise();
  expect([opened.store.get('language'), opened.store.get('volume')]).toEqual(['de', 10]);
  expect([kept.stored?.language, kept.stored?.volume]).toEqual(['de', 10]);
});

test('a value loaded from the account does not replace one that changed while it was loading', async () => {
  const { device, kept } = server();
  const phone = device();
  await phone.open().synchronise();
  const { store, synchronise } = phone.open();
  const synchronised = synchronise();
  store.set('theme', 'dark');
  await synchronised;
  expect([store.get('theme'), kept.stored?.theme]).toEqual(['dark', 'dark']);
});

test('a newer change from another device replaces a saved change', async () => {
  const { device } = server();
  const [phone, desk] = [device(), device()];
  const first = phone.open();
  first.store.set('theme', 'dark');
  await first.store.flush();
  const second = desk.open();
  await second.synchronise();
  second.store.set('theme', 'light');
  await second.store.flush();
  const again = phone.open();
  await again.synchronise();
  expect(again.store.get('theme')).toBe('light');
});

test('a device-only preference is not sent to the account', async () => {
  const { device, kept } = server();
  const { store } = device().open();
  store.set('confirm', 'always');
  expect(await store.flush()).toBe(true);
  expect(kept.saves).toBe(0);
});
