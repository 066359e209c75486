import { type AccountPreferences, type Preferences, readPreferences } from '@terrace/protocol';
import { createContext } from 'svelte';

/** Preferences are stored on the device, and with the account if there is one. */
export type PreferenceStores = {
  device(all: Preferences): void;
  /** Undefined for a visitor without an account. Its script is loaded on demand. */
  account(): Promise<AccountStore> | undefined;
};

type AccountStore = {
  change<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void;
  saved(): Promise<boolean>;
  flush(): Promise<boolean>;
};

/** The visitor's preferences, read by every component and changed by the settings page. */
export class PreferencesStore {
  all = $state.raw<Preferences>(readPreferences({}));
  readonly #storage: PreferenceStores;

  constructor(start: Preferences, storage: PreferenceStores) {
    this.all = start;
    this.#storage = storage;
  }

  get<Name extends keyof Preferences>(name: Name): Preferences[Name] {
    return this.all[name];
  }

  set<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
    if (this.all[name] === value) return;
    this.all = { ...this.all, [name]: value };
    this.#storage.device(this.all);
    void this.#storage.account()?.then((account) => account.change(name, value));
  }

  /** Resolves when the latest change is stored, also with the account if there is one. @returns whether it is */
  async saved(): Promise<boolean> {
    return (await (await this.#storage.account())?.saved()) ?? true;
  }

  /** Stores pending changes immediately. Await it before reloading the page. */
  async flush(): Promise<boolean> {
    return (await (await this.#storage.account())?.flush()) ?? true;
  }

  /** Stored as `flat` and `solid`. */
  get boardView(): '2d' | '3d' {
    return this.get('view') === 'solid' ? '3d' : '2d';
  }

  set boardView(view: '2d' | '3d') {
    this.set('view', view === '3d' ? 'solid' : 'flat');
  }

  /** Applies the account's preferences. Device-only preferences stay. */
  adopt(kept: AccountPreferences): void {
    this.all = { ...this.all, ...kept };
    this.#storage.device(this.all);
  }
}

export const [preferences, providePreferences] = createContext<PreferencesStore>();
