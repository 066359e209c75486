import { type AccountPreferences, type Preferences, readPreferences } from '@terrace/protocol';
import { createContext } from 'svelte';

/** Where preferences are kept: always on the device, and with an account if there is one. */
export type Keepers = {
  device(all: Preferences): void;
  account(all: Preferences): void;
};

/** How the visitor wants pages and boards to be: what the whole page reads, and what its settings change. */
export class PreferencesStore {
  #all = $state.raw<Preferences>(readPreferences({}));
  readonly #keepers: Keepers;

  constructor(start: Preferences, keepers: Keepers) {
    this.#all = start;
    this.#keepers = keepers;
  }

  get all(): Preferences {
    return this.#all;
  }

  get<Name extends keyof Preferences>(name: Name): Preferences[Name] {
    return this.#all[name];
  }

  set<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
    if (this.#all[name] === value) return;
    this.#all = { ...this.#all, [name]: value };
    this.#keepers.device(this.#all);
    this.#keepers.account(this.#all);
  }

  /** Takes over what the account keeps; what each device decides for itself stays. */
  adopt(kept: AccountPreferences): void {
    this.#all = { ...this.#all, ...kept };
    this.#keepers.device(this.#all);
  }
}

/** The visitor's preferences, for every component below the root layout. */
export const [preferences, providePreferences] = createContext<PreferencesStore>();
