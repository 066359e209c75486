import { type Preferences, readPreferences } from '@terrace/protocol';
import { createContext } from 'svelte';

/** How the visitor wants pages and boards to be: what the whole page reads, and what its settings change. */
export class OwnPreferences {
  #all = $state.raw<Preferences>(readPreferences({}));
  readonly #keep: (all: Preferences) => void;

  /** @param keep is told of each change, to keep it for the next visit */
  constructor(start: Preferences, keep: (all: Preferences) => void) {
    this.#all = start;
    this.#keep = keep;
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
    this.#keep(this.#all);
  }
}

/** The visitor's preferences, for every component below the root layout. */
export const [preferences, providePreferences] = createContext<OwnPreferences>();
