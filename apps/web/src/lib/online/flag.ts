import { deadlineAt } from '@terrace/game';
import { DAY_MS } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Game } from '#lib/game/game.svelte.ts';
import type { ServerClock } from '#lib/net/server-clock.ts';

/** The server's own timer is usually first, and two players should not claim at once. */
const GRACE_MS = 400;
const SPREAD_MS = 300;

/** Claims the flag of an expired clock, for players only. Must run again after every change of the game. */
export function claimFlags(game: Game, clock: ServerClock, you: Side | undefined): (() => void) | undefined {
  const deadline = deadlineAt(game.rendered.state);
  if (deadline === undefined || you === undefined) return undefined;
  const wait = Math.max(0, deadline - clock.now()) + GRACE_MS + Math.random() * SPREAD_MS;
  if (wait > DAY_MS) return undefined; // the server's timer handles distant deadlines
  const timer = setTimeout(() => game.send({ type: 'flag' }), wait);
  return () => clearTimeout(timer);
}
