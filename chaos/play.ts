import { setTimeout as delay } from 'node:timers/promises';
import { currentPosition, type GameState } from '@terrace/game';
import { type CommandId, DEFAULT_SETTINGS, type GameId, type Settings } from '@terrace/protocol';
import { legalMoves, type Side, squareName } from '@terrace/rules';
import { type ChaosClient, newCommandId } from './client.ts';
import type { Random } from './random.ts';

/**
 * An acknowledged command: it must be in the log once, end with this event, and be stamped between the two times (in ms
 * since 1970).
 */
export type Acked = {
  readonly gameId: GameId;
  readonly commandId: CommandId;
  readonly seq: number;
  readonly sentAt: number;
  readonly answeredAt: number;
};

export type Span = { readonly since: number; readonly until: number };

export type Table = {
  readonly south: ChaosClient;
  readonly north: ChaosClient;
  readonly watcher: ChaosClient;
  /** When a player paused on purpose after a move that was not acknowledged. */
  readonly pauses: Span[];
};

export type Played = {
  readonly acked: Acked[];
  readonly games: GameId[];
  /** Games in which no player moves until the first clock runs out. */
  readonly runOut: Set<GameId>;
};

export const clientsOf = ({ south, north, watcher }: Table): readonly ChaosClient[] => [south, north, watcher];

/**
 * The share of moves that are not resent without an acknowledgement, and how long the player then waits. The wait
 * exceeds the delivery deadline, so a saved move must arrive without a request.
 */
const FAINT = 0.4;
const FAINT_MS = 9_000;

const THINKING_MS = [150, 500] as const;

/** Far more than the thinking time: a player who runs out of time was charged for something else. */
const CLOCK = { kind: 'clock', initialMs: 60_000, incrementMs: 1_000 } as const;

/** The shortest clock the rules allow. */
export const SHORT_MS = 10_000;

/** Plays games at one table, one after another, until the run is over. Every other game has a clock. */
export async function playOn(table: Table, played: Played, random: Random, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    const gameId = await begin(table, played, n % 2 === 0 ? CLOCK : null);
    if (gameId === undefined) return;
    table.watcher.follow(gameId);
    await Promise.all([
      playSide(table, gameId, 'south', played, random, signal),
      playSide(table, gameId, 'north', played, random, signal),
    ]);
    await finish(table, gameId, signal);
  }
}

/** Lets one clock after another run out at a table, until the run is over. */
export async function runOutOn(table: Table, played: Played, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const gameId = await begin(table, played, { kind: 'clock', initialMs: SHORT_MS, incrementMs: 0 });
    if (gameId === undefined) return;
    played.runOut.add(gameId);
    table.watcher.follow(gameId);
    await finish(table, gameId, signal);
  }
}

/** Opens a game that both players follow. @returns undefined when the run is over */
export async function begin(
  { south, north }: Pick<Table, 'south' | 'north'>,
  played: Played,
  time: Settings['time'],
): Promise<GameId | undefined> {
  const settings = { ...DEFAULT_SETTINGS, setup: 'short', time } as const;
  const request = { commandId: newCommandId(), settings, side: 'south', reserved: [], from: null } as const;
  const opened = await south.answered('game:create', { ...request, reserved: [] });
  if (opened === 'given up') return undefined;
  if (!opened.ok) throw new Error(`no table: ${opened.refusal.code}`);
  const { gameId } = opened.value;
  played.games.push(gameId);
  for (const client of [south, north]) client.follow(gameId);
  const commandId = newCommandId();
  const sentAt = Date.now();
  const sat = await north.answered('game:command', { gameId, commandId, command: { type: 'sit', side: 'north' } });
  if (sat !== 'given up' && sat.ok) {
    played.acked.push({ gameId, commandId, seq: sat.value.seq, sentAt, answeredAt: Date.now() });
  }
  return gameId;
}

async function finish(table: Table, gameId: GameId, signal: AbortSignal): Promise<void> {
  await Promise.all(clientsOf(table).map((client) => client.until(gameId, isOver)));
  if (!signal.aborted) for (const client of clientsOf(table)) client.unfollow(gameId);
}

const isOver = ({ status }: GameState): boolean => status === 'over' || status === 'closed';

async function playSide(
  table: Table,
  gameId: GameId,
  side: 'south' | 'north',
  { acked }: Played,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const client = table[side];
  for (let ply = 0; ; ) {
    const state = await client.until(gameId, (now) => isOver(now) || isToMove(now, side, ply));
    if (state === undefined || isOver(state)) return;
    await delay(random.between(...THINKING_MS));
    const position = currentPosition(state);
    const move = random.pick(legalMoves(position));
    if (move === undefined) throw new Error('there is no move to make');
    ply = position.ply;
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    const commandId = newCommandId();
    const request = { gameId, commandId, command: { type: 'move', ply, from, to } } as const;
    const isFaint = random.between(0, 1) < FAINT;
    const sentAt = Date.now();
    const answer = await client.answered('game:command', request, isFaint ? 1 : undefined);
    if (answer !== 'given up' && answer.ok) {
      acked.push({ gameId, commandId, seq: answer.value.seq, sentAt, answeredAt: Date.now() });
    }
    if (answer === 'given up') {
      table.pauses.push({ since: performance.now(), until: performance.now() + FAINT_MS });
      await delay(FAINT_MS, undefined, { signal }).catch(() => undefined);
      ply -= 1;
    }
  }
}

const isToMove = (state: GameState, side: Side, after: number): boolean =>
  state.status === 'live' && currentPosition(state).turn === side && currentPosition(state).ply > after;
