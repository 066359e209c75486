import { messages } from '@terrace/messages';
import { type History, squareName } from '@terrace/rules';
import type { DeviceStorage } from '#lib/device/device-storage.ts';
import { type Hint, type HintName, hintFor, loadSeenHints, saveSeenHints } from './first-game.ts';
import type { PlayerView } from './player-view.svelte.ts';

/** Shows the hints of a first game until this device has shown them all. */
export class Hints {
  readonly #view: PlayerView;
  readonly #isBlocked: () => boolean;
  #seen = $state.raw<readonly HintName[] | undefined>();
  #storage: DeviceStorage | undefined;
  /** The history for which the hints in `#shown` were shown. */
  #at: History | undefined;
  readonly #shown = new Set<HintName>();

  /** @param isBlocked whether something more urgent takes the hint's place */
  constructor(view: PlayerView, isBlocked: () => boolean) {
    this.#view = view;
    this.#isBlocked = isBlocked;
  }

  readonly #current: Hint | undefined = $derived.by(() => {
    const { position, you, mayMove, selection, targets } = this.#view;
    if (this.#seen === undefined || you === undefined || !mayMove || this.#isBlocked()) return undefined;
    const { state } = selection;
    if (state.kind === 'queued') return undefined;
    const takesOwn = state.kind === 'selected' && targets.some(({ from, own }) => from === state.from && own);
    const selected = state.kind === 'selected' && (takesOwn ? 'takes-own' : 'other');
    return hintFor({ position, side: you, selected, seen: this.#seen });
  });

  readonly square = $derived.by(() => this.#current?.square);
  readonly sentence: string | undefined = $derived.by(() => {
    const { position } = this.#view;
    const hint = this.#current;
    if (hint === undefined) return undefined;
    const square = hint.square === undefined ? '' : squareName(position.size, hint.square);
    switch (hint.name) {
      case 'goal':
        return messages.game.hint.goal({ square });
      case 't':
        return messages.game.hint.t({ square, seats: position.seats.length });
      case 'own':
        return messages.game.hint.own;
    }
  });

  load(storage: DeviceStorage): void {
    this.#storage = storage;
    this.#seen = loadSeenHints(storage);
  }

  dismiss(): void {
    const hint = this.#current;
    if (hint !== undefined) this.#markSeen(hint.name);
  }

  /** Marks hints as seen once the game has continued. Must run in an effect. */
  trackShown(): void {
    const { history } = this.#view.game.rendered;
    const hint = this.#current;
    if (history !== this.#at) {
      for (const name of this.#shown) this.#markSeen(name);
      this.#shown.clear();
      this.#at = history;
    }
    if (hint !== undefined) this.#shown.add(hint.name);
  }

  #markSeen(name: HintName): void {
    if (this.#seen === undefined || this.#seen.includes(name)) return;
    this.#seen = [...this.#seen, name];
    if (this.#storage !== undefined) saveSeenHints(this.#storage, this.#seen);
  }
}
