import type { GameId } from '@terrace/protocol';
import { Subscription, type SubscriptionConnection } from '#lib/net/subscription.ts';

type Page = Pick<Document, 'hidden' | 'addEventListener'>;

/**
 * Reports whether the page of a player's game is visible, until the signal is aborted. The server then sends no
 * notifications of this game to any device of the player.
 */
export function reportVisible(
  connection: SubscriptionConnection,
  gameId: GameId,
  signal: AbortSignal,
  page: Page = document,
): void {
  const report = new Subscription(
    connection,
    {
      request: 'game:visible',
      payload: () => ({ gameId, visible: !page.hidden }),
      apply: () => undefined,
      leave: () => void connection.request('game:visible', { gameId, visible: false }),
    },
    signal,
  );
  page.addEventListener('visibilitychange', () => report.refresh(), { signal });
}
