import type { Component } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import { loadForAction } from '#lib/ui/load-part.ts';
import { media } from '#lib/ui/media.ts';
import { browser } from '$app/env';

/** The component of the puzzle; loaded only where it is shown. */
export type Puzzle = Component<{ onplay: () => void; onskip: () => void }>;

type Visit = {
  /** Has neither played here nor left the puzzle. */
  readonly isNew: boolean;
  /** A table of one's own is being set up, which needs the board. */
  readonly setting: boolean;
};

/**
 * Whether the board of the lobby shows the puzzle: to whoever is new, where there is room, and to whoever asks for it.
 * The server, which does not know how wide the page will be, renders both; the styles show one of them.
 */
export class Introduction {
  /** Where a board to play on has no room. */
  readonly #phone = new MediaQuery(media.narrow, false);
  readonly #visit: () => Visit;
  /** What has been on the page stays there, so that turning a tablet does not begin it anew. */
  #wasWide = $state(false);
  /** The puzzle was asked for; it stays until it is left. */
  asked = $state(false);
  #puzzle = $state.raw<Puzzle | undefined>();

  /** @param puzzle where it came with the page */
  constructor(puzzle: Puzzle | undefined, visit: () => Visit) {
    this.#puzzle = puzzle;
    this.#visit = visit;
    $effect(() => {
      if (!this.#phone.current) this.#wasWide = true;
    });
  }

  /** Who is new sees the puzzle without asking, while the board is free. */
  get offered(): boolean {
    const { isNew, setting } = this.#visit();
    return isNew && !setting;
  }

  /** The puzzle, where it is on the page. */
  get shown(): Puzzle | undefined {
    const fits = !browser || this.#wasWide || !this.#phone.current;
    return this.asked || (this.offered && fits) ? this.#puzzle : undefined;
  }

  /** Whether another board is on the page, be it beside the puzzle, for narrow screens. */
  get besides(): boolean {
    return !this.asked && (!this.offered || !browser || this.#phone.current || this.#puzzle === undefined);
  }

  /** The other board is there for narrow screens only. */
  get narrowOnly(): boolean {
    return this.offered && this.#puzzle !== undefined;
  }

  async ask(): Promise<void> {
    this.#puzzle ??= (await loadForAction(() => import('./PuzzleBoard.svelte')))?.default;
    this.asked = this.#puzzle !== undefined;
  }

  leave(): void {
    this.asked = false;
  }
}
