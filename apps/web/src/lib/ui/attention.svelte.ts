import { createContext } from 'svelte';

/** What waits for the visitor, shown in the header, the title and the icon of every page. */
export class Attention {
  /** Correspondence games and games without a clock that wait for the visitor's move. */
  turns = $state(0);
  /** Unread notifications. */
  unread = $state(0);
  /** Whether the game on this page waits for the visitor's move. */
  isMyMove = $state(false);
  readonly titlePrefix = $derived(this.turns === 0 ? '' : `(${this.turns}) `);

  set(attention: { readonly turns: number; readonly unread: number } | undefined): void {
    this.turns = attention?.turns ?? 0;
    this.unread = attention?.unread ?? 0;
  }
}

export const [attention, provideAttention] = createContext<Attention>();
