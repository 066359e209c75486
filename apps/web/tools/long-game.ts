import { DEFAULT_SETTINGS } from '@terrace/protocol';
import {
  historyOutcome,
  legalMoves,
  type Move,
  pieceAt,
  playOn,
  squareName,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { type Move as Named, seededRandom } from '../e2e/script.ts';
import { newCommandId, type SocketClient } from '../e2e/socket-client.ts';

/** Moves of the game that is measured. */
export const MOVES = 100;
/** Events before the first move: created, twice seated, started. */
export const BEGUN = 4;

/** A game of two, without clocks. @returns its id */
export async function openGame(host: SocketClient, guest: SocketClient) {
  const { gameId } = await host.ask('game:create', {
    commandId: newCommandId(),
    settings: { ...DEFAULT_SETTINGS, time: null },
    side: 'south',
    reserved: [],
    from: null,
  });
  const sit = { type: 'sit', side: 'north' } as const;
  await guest.ask('game:command', { gameId, commandId: newCommandId(), command: sit });
  return gameId;
}

/** A hundred moves that end nothing, the same in every run. */
export function someGame(): readonly Named[] {
  const random = seededRandom(5);
  const moves: Named[] = [];
  let history = startHistory(startPosition('long'));
  while (moves.length < MOVES) {
    const { position } = history;
    const takesSomething = ({ to }: Move) => {
      const victim = pieceAt(position, to);
      return victim?.t === true || victim?.side === position.turn;
    };
    const among = legalMoves(position).filter((move) => !takesSomething(move));
    const move = among[Math.floor(random() * among.length)];
    const next = move && playOn(history, move);
    if (move === undefined || !next?.ok) throw new Error('the game came to an end too soon');
    if (historyOutcome(next.value) !== undefined) continue;
    moves.push({ from: squareName(position.size, move.from), to: squareName(position.size, move.to) });
    history = next.value;
  }
  return moves;
}
