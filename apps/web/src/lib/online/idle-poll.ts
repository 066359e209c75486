import type { Game } from '#lib/game/game.svelte.ts';
import { later } from '#lib/net/timing.ts';

/** Mean time between two checks for new events; each is randomly earlier or later, to spread the load. */
const CHECK_EVERY_MS = 15_000;

type Page = Pick<Document, 'hidden' | 'addEventListener'>;

/**
 * Requests the events after the last one whenever none has arrived for a while: an event that was saved but not
 * published would otherwise leave both players waiting for each other. A hidden page requests them when it is shown
 * again; no page does once the game is over.
 */
export function pollWhenIdle(
  game: Pick<Game, 'rendered' | 'refresh'>,
  signal: AbortSignal,
  page: Page = document,
): void {
  const state = () => game.rendered.state;
  let { seq } = state();
  let isDue = false;

  function poll(): void {
    const { status } = state();
    if (!isDue || page.hidden || (status !== 'open' && status !== 'live')) return;
    isDue = false;
    game.refresh();
  }

  function check(): void {
    isDue = state().seq === seq;
    seq = state().seq;
    poll();
    checkLater();
  }

  const checkLater = () => void later(CHECK_EVERY_MS * (0.75 + Math.random() / 2), signal, check);
  checkLater();
  page.addEventListener('visibilitychange', poll, { signal });
}
