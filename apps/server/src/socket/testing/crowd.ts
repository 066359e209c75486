import type { LoggedEvent } from '@terrace/protocol';
import { legalMoves, playOn, squareName, startHistory, startPosition } from '@terrace/rules';
import { ownAddress } from '@terrace/testing/address';
import { type Client, connect } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { SECRET } from '../../testing/app.ts';
import { guestCookie } from '../../testing/guest.ts';

const AT_A_TIME = 50;

function script(moves: number): { ply: number; from: string; to: string }[] {
  let history = startHistory(startPosition('long'));
  return Array.from({ length: moves }, (_, i) => {
    const { position } = history;
    const legal = legalMoves(position);
    const move = legal[(i * 7) % legal.length];
    const next = move && playOn(history, move);
    if (!move || !next?.ok) throw new Error('the script ran out of moves');
    history = next.value;
    return { ply: position.ply, from: squareName(position.size, move.from), to: squareName(position.size, move.to) };
  });
}

type Crowd = { readonly spectators: number; readonly moves: number };

/** Each move waits until all spectators have the previous one. Returns the events of each spectator and delays by move. */
export async function playBefore(url: string, { spectators, moves }: Crowd) {
  const { gameId, south, north } = await aGame(url).started();

  const crowd: Client[] = [];
  while (crowd.length < spectators) {
    const length = Math.min(AT_A_TIME, spectators - crowd.length);
    const arriving = Array.from({ length }, () => connect(url, guestCookie(SECRET), ownAddress()));
    crowd.push(...(await Promise.all(arriving)));
  }
  const delaysMs: number[][] = Array.from({ length: moves }, () => []);
  let sentAt = 0;
  for (const one of crowd) {
    one.socket.on('game:events', ({ events }) => {
      for (const { event } of events) {
        if (event.type === 'moved') delaysMs[event.ply - 1]?.push(performance.now() - sentAt);
      }
    });
    await one.request('game:watch', { gameId, after: 0 });
  }

  for (const { ply, from, to } of script(moves)) {
    sentAt = performance.now();
    await (ply % 2 === 1 ? south : north).command(gameId, { type: 'move', ply, from, to });
    await Promise.all(crowd.map((one) => one.waitForEvents(gameId, (events) => pliesOf(events).length >= ply)));
  }

  for (const one of [south, north, ...crowd]) one.close();
  return { received: crowd.map((one) => one.eventsOf(gameId)), delaysMs };
}

const pliesOf = (events: readonly LoggedEvent[]): number[] =>
  events.flatMap(({ event }) => (event.type === 'moved' ? [event.ply] : []));

/**
 * Whether the events are consecutive and have every move. The first four events of a game are its creation, two seats and
 * the start. The only other events are refunds: a test process that stalls for a second interrupts the games.
 */
export const isComplete = (events: readonly LoggedEvent[], moves: number): boolean =>
  events.every(({ seq, event }, i) => seq === 5 + i && (event.type === 'moved' || event.type === 'interrupted')) &&
  pliesOf(events).every((ply, i) => ply === i + 1) &&
  pliesOf(events).length === moves;
