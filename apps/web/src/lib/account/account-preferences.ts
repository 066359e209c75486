import {
  AccountPreferences,
  type PlayerId,
  type Preferences,
  readPreferences,
  StoredPreferences,
} from '@terrace/protocol';
import * as z from 'zod/mini';
import type { DeviceStorage } from '#lib/device/device-storage.ts';

const PATH = '/api/me/preferences';
/** Changes within this time, such as those of a slider, are sent together. */
const SAVE_DELAY_MS = 400;
const ANSWER_TIMEOUT_MS = 5000;

export type PreferencesApi = {
  /** @returns null when the account has none yet, undefined when the request failed */
  load(): Promise<StoredPreferences | undefined>;
  /** @returns whether the server has stored them */
  save(all: AccountPreferences): Promise<boolean>;
};

/** The API of this page's server. A save request outlives the page. */
export const preferencesApi: PreferencesApi = {
  load: async () => {
    const answer = await fetch(PATH).catch(() => undefined);
    const stored = answer?.ok ? StoredPreferences.safeParse(await answer.json().catch(() => undefined)) : undefined;
    return stored?.success ? stored.data : undefined;
  },
  save: async (all) => {
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const request = { method: 'PUT', headers, body: JSON.stringify(all), keepalive: true, signal };
    const answer = await fetch(PATH, request).catch(() => undefined);
    return answer?.ok ?? false;
  },
};

type Changes = Readonly<Record<string, unknown>>;
const Changes = z.record(z.string(), z.unknown());

/**
 * Stores an account's preferences on the server. The device remembers each change until the server confirms it, so that
 * a loaded value does not replace a newer one that a closed page could not save.
 */
export class AccountSaver {
  readonly #key: string;
  readonly #all: () => Preferences;
  readonly #storage: DeviceStorage;
  readonly #api: PreferencesApi;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The latest save request. Saves run one at a time, because the server keeps the last one to arrive. */
  #latest: Promise<boolean> = Promise.resolve(true);
  #due: PromiseWithResolvers<boolean> | undefined;

  /** @param all returns the current preferences */
  constructor(account: PlayerId, all: () => Preferences, storage: DeviceStorage, api: PreferencesApi) {
    this.#key = `unsaved preferences ${account}`;
    this.#all = all;
    this.#storage = storage;
    this.#api = api;
  }

  /** Schedules a save of the change. Device-only preferences are not sent. */
  change<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
    if (!Object.hasOwn(AccountPreferences.shape, name)) return;
    this.#remember({ ...this.#unsaved(), [name]: value });
    this.#due ??= Promise.withResolvers<boolean>();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), SAVE_DELAY_MS);
  }

  /** Resolves when the latest change has been saved or has failed, with whether all changes are saved. */
  saved(): Promise<boolean> {
    return this.#due?.promise ?? this.#latest;
  }

  /** Saves pending changes now. @returns whether all changes are saved */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    await this.#latest;
    return this.#hasChanges() ? this.#send() : this.#latest;
  }

  /** Sends pending changes without waiting for an answer, because the page is being closed. */
  leave(): void {
    clearTimeout(this.#timer);
    if (this.#hasChanges()) void this.#send();
  }

  /**
   * Loads the account's preferences, applies this device's unsaved changes to them, and saves the result. An account
   * without preferences gets this device's.
   */
  async synchronise(adopt: (all: AccountPreferences) => void): Promise<void> {
    const stored = await this.#api.load();
    if (stored === null) await this.#send();
    if (stored === undefined || stored === null) return;
    adopt(AccountPreferences.parse(readPreferences({ ...stored, ...this.#unsaved() })));
    await this.flush();
  }

  #send(): Promise<boolean> {
    const sent = this.#unsaved();
    const due = this.#due;
    this.#due = undefined;
    this.#latest = this.#api.save(AccountPreferences.parse(this.#all())).then((saved) => {
      if (saved) this.#forget(sent);
      due?.resolve(saved);
      return saved;
    });
    return this.#latest;
  }

  #hasChanges(): boolean {
    return Object.keys(this.#unsaved()).length > 0;
  }

  #unsaved(): Changes {
    return this.#storage.readJson(this.#key, Changes) ?? {};
  }

  /** Drops confirmed changes, but keeps those that changed again after they were sent. */
  #forget(sent: Changes): void {
    const left = Object.entries(this.#unsaved()).filter(([name, value]) => sent[name] !== value);
    this.#remember(Object.fromEntries(left));
  }

  #remember(changes: Changes): void {
    if (Object.keys(changes).length === 0) this.#storage.remove(this.#key);
    else this.#storage.writeJson(this.#key, changes);
  }
}
