import { setTimeout as delay } from 'node:timers/promises';
import { type GameState, positionOf } from '@terrace/game';
import { type CommandId, DEFAULT_SETTINGS, type GameId } from '@terrace/protocol';
import { legalMoves, type Side, squareName } from '@terrace/rules';
import { type ChaosClient, newCommandId } from './client.ts';
import type { Random } from './random.ts';

/** A command that was acknowledged: it must be in the log, once, ending with this event. */
export type Acked = { readonly gameId: GameId; readonly commandId: CommandId; readonly seq: number };

/** Two who play, and one who looks on. */
export type Table = { readonly south: ChaosClient; readonly north: ChaosClient; readonly watcher: ChaosClient };

export type Played = { readonly acked: Acked[]; readonly games: GameId[] };

/**
 * How many moves are not sent again when no good answer comes, out of one, and how long such a player then waits, in ms: more
 * than telling may take, so that a move which was saved has to be told without anybody's doing.
 */
const FAINT = 0.4;
const FAINT_MS = 9_000;

/** How long a player thinks, in ms. */
const THINKING_MS = [150, 500] as const;

/** Far more than thinking takes, so that who runs out of time was charged for something else, in ms. */
const CLOCK = { kind: 'clock', initialMs: 60_000, incrementMs: 1_000 } as const;

/** Plays games at one table, one after another, until the run is over; every other one by the clock. */
export async function playOn(table: Table, played: Played, random: Random, signal: AbortSignal): Promise<void> {
  const { south, north, watcher } = table;
  for (let n = 0; !signal.aborted; n += 1) {
    const settings = { ...DEFAULT_SETTINGS, setup: 'short', time: n % 2 === 0 ? CLOCK : null } as const;
    const request = { commandId: newCommandId(), settings, side: 'south', reserved: [], from: null } as const;
    const opened = await south.answered('game:create', { ...request, reserved: [] });
    if (opened === 'given up') return;
    if (!opened.ok) throw new Error(`no table: ${opened.refusal.code}`);
    const { gameId } = opened.value;
    played.games.push(gameId);
    for (const client of [south, north, watcher]) client.follow(gameId);
    const commandId = newCommandId();
    const sat = await north.answered('game:command', { gameId, commandId, command: { type: 'sit', side: 'north' } });
    if (sat !== 'given up' && sat.ok) played.acked.push({ gameId, commandId, seq: sat.value.seq });
    await Promise.all([
      playSide(south, gameId, 'south', played, random, signal),
      playSide(north, gameId, 'north', played, random, signal),
    ]);
    // Who looks on sees the end as well, before all turn to the next game.
    await watcher.until(gameId, isOver);
    if (!signal.aborted) for (const client of [south, north, watcher]) client.unfollow(gameId);
  }
}

const isOver = ({ status }: GameState): boolean => status === 'over' || status === 'closed';

async function playSide(
  client: ChaosClient,
  gameId: GameId,
  side: Side,
  { acked }: Played,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  for (let ply = 0; ; ) {
    const state = await client.until(
      gameId,
      (now) => isOver(now) || (now.status === 'live' && positionOf(now).turn === side && positionOf(now).ply > ply),
    );
    if (state === undefined || isOver(state)) return;
    await delay(random.between(...THINKING_MS));
    const position = positionOf(state);
    const move = random.pick(legalMoves(position));
    if (move === undefined) throw new Error('there is no move to make');
    ply = position.ply;
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    const commandId = newCommandId();
    const request = { gameId, commandId, command: { type: 'move', ply, from, to } } as const;
    const isFaint = random.between(0, 1) < FAINT;
    const answer = await client.answered('game:command', request, isFaint ? 1 : undefined);
    if (answer !== 'given up' && answer.ok) acked.push({ gameId, commandId, seq: answer.value.seq });
    if (answer === 'given up') {
      await delay(FAINT_MS, undefined, { signal }).catch(() => undefined);
      ply -= 1;
    }
  }
}
