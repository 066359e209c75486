import { type AccountPreferences, type Preferences, readPreferences } from '@terrace/protocol';
import { createContext } from 'svelte';

/** Where preferences are stored: always on the device, and with an account if there is one. */
export type PreferenceStores = {
  device(all: Preferences): void;
  /** Undefined for a visitor without an account. */
  account(): AccountStore | undefined;
};

type AccountStore = {
  change<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void;
  saved(): Promise<boolean>;
  flush(): Promise<boolean>;
};

/** The visitor's preferences: every component reads them, the settings page changes them. */
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
    this.#storage.account()?.change(name, value);
  }

  /** Resolves when the latest change is stored, with the account too if there is one. @returns whether it is */
  async saved(): Promise<boolean> {
    return (await this.#storage.account()?.saved()) ?? true;
  }

  /** The same without waiting for more changes. To be awaited before the page is loaded again. */
  async flush(): Promise<boolean> {
    return (await this.#storage.account()?.flush()) ?? true;
  }

  /** Stored as `flat` and `solid`. */
  get boardView(): '2d' | '3d' {
    return this.get('view') === 'solid' ? '3d' : '2d';
  }

  set boardView(view: '2d' | '3d') {
    this.set('view', view === '3d' ? 'solid' : 'flat');
  }

  /** Takes over the account's preferences; those each device decides for itself stay. */
  adopt(kept: AccountPreferences): void {
    this.all = { ...this.all, ...kept };
    this.#storage.device(this.all);
  }
}

/** The visitor's preferences, for every component below the root layout. */
export const [preferences, providePreferences] = createContext<PreferencesStore>();
