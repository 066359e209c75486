import type { Game } from '#lib/game/game.svelte.ts';
import { later } from '#lib/net/timing.ts';

/** Mean time between two looks at whether anything came, in ms; each is randomly earlier or later, to spread the load. */
const LOOK_EVERY_MS = 15_000;

type Page = Pick<Document, 'hidden' | 'addEventListener'>;

/**
 * Asks the server for what comes after the last event whenever nothing has come for a while: an event that was saved but
 * never told would otherwise leave both players waiting for each other. Not while the page is hidden, but then as soon as it is
 * seen again; and not once the game is over.
 */
export function askInSilence(game: Pick<Game, 'state' | 'refresh'>, signal: AbortSignal, page: Page = document): void {
  let { seq } = game.state;
  let isDue = false;

  function ask(): void {
    const { status } = game.state;
    if (!isDue || page.hidden || (status !== 'open' && status !== 'live')) return;
    isDue = false;
    game.refresh();
  }

  function look(): void {
    isDue = game.state.seq === seq;
    seq = game.state.seq;
    ask();
    lookLater();
  }

  const lookLater = () => void later(LOOK_EVERY_MS * (0.75 + Math.random() / 2), signal, look);
  lookLater();
  page.addEventListener('visibilitychange', ask, { signal });
}
