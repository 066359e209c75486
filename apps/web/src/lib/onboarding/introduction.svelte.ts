import type { Component } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import { loadForAction } from '#lib/ui/load-part.ts';
import { media } from '#lib/ui/media.ts';
import { browser } from '$app/env';

export type Puzzle = Component<{ onplay: () => void; onskip: () => void }>;

type Visit = {
  /** A guest who has not played here and has not dismissed the puzzle. */
  readonly isNew: boolean;
  /** The visitor is setting up a table, which uses the board. */
  readonly isCreating: boolean;
};

/**
 * Decides whether the lobby's board shows the puzzle: for new visitors with room for it, and on request. The server
 * does not know the width, so it renders both variants and CSS hides one.
 */
export class Introduction {
  /** The page is too narrow for a playable board. */
  readonly #phone = new MediaQuery(media.narrow, false);
  readonly #visit: () => Visit;
  /** Stays true, so that rotating a tablet does not restart the puzzle. */
  #wasWide = $state(false);
  /** The visitor asked for the puzzle. It stays until they leave it. */
  isRequested = $state(false);
  #component = $state.raw<Puzzle | undefined>();

  /** @param puzzle the component, if the page has already loaded it */
  constructor(puzzle: Puzzle | undefined, visit: () => Visit) {
    this.#component = puzzle;
    this.#visit = visit;
    $effect(() => {
      if (!this.#phone.current) this.#wasWide = true;
    });
  }

  /** New visitors see the puzzle unasked while the board is free. */
  get isOffered(): boolean {
    const { isNew, isCreating } = this.#visit();
    return isNew && !isCreating;
  }

  /** The puzzle, if the page shows it. */
  get puzzle(): Puzzle | undefined {
    const fits = !browser || this.#wasWide || !this.#phone.current;
    return this.isRequested || (this.isOffered && fits) ? this.#component : undefined;
  }

  /** Whether the page contains the other board, possibly in addition to the puzzle (for narrow screens). */
  get showsOtherBoard(): boolean {
    return !this.isRequested && (!this.isOffered || !browser || this.#phone.current || this.#component === undefined);
  }

  get isOtherBoardNarrowOnly(): boolean {
    return this.isOffered && this.#component !== undefined;
  }

  async open(): Promise<void> {
    this.#component ??= (await loadForAction(() => import('./PuzzleBoard.svelte')))?.default;
    this.isRequested = this.#component !== undefined;
  }

  close(): void {
    this.isRequested = false;
  }
}
