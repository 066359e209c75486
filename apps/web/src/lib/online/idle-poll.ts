import type { Game } from '#lib/game/game.svelte.ts';
import { runAfter } from '#lib/net/timing.ts';

/** Mean interval between checks for new events, randomized to spread the load. */
const CHECK_EVERY_MS = 15_000;

type Page = Pick<Document, 'hidden' | 'addEventListener'>;

/** Polls a silent game: after an event that was saved but not published, both players would wait. */
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

  const checkLater = () => void runAfter(CHECK_EVERY_MS * (0.75 + Math.random() / 2), signal, check);
  checkLater();
  page.addEventListener('visibilitychange', poll, { signal });
}
