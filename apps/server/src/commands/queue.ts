import { positionOf, sideOf } from '@terrace/game';
import { type GameId, type PlayerId, type QueuedMove, type Refusal, requests } from '@terrace/protocol';
import { err, ok, type Position, type Result } from '@terrace/rules';
import type { MoveQueues } from '../queue/move-queue.ts';
import { statusText } from './format.ts';
import type { QueuedMoveText } from './grammar.ts';
import type { GameAccess, Handlers } from './handler.ts';
import { parseMoveNow, parseQueuedMove, squareNames } from './parse-move.ts';

/** Moves made ahead in a game by days. */
export const createQueueCommand = (queue: MoveQueues, games: GameAccess): Handlers<'queue'> => ({
  async queue({ board, moves }, asker) {
    const found = await games.find(board, asker);
    if (!found.ok) return found;
    const { id, state } = found.value;
    if (moves === undefined) return ok(waitingText(await queue.get(id, asker.by.id)));
    const position = positionOf(state);
    const [first] = moves;
    const atOnce = first !== undefined && sideOf(state, asker.by.id) === position.turn;
    const sound = atOnce ? parseMoveNow(position, first.move) : ok(undefined);
    const read = sound.ok ? readAll(position, moves) : sound;
    const set = read.ok ? await queue.set(id, asker.by.id, read.value) : read;
    return set.ok ? told(games, queue, id, asker.by.id) : set;
  },
});

function readAll(position: Position, moves: readonly QueuedMoveText[]): Result<QueuedMove[], Refusal> {
  const queued: QueuedMove[] = [];
  for (const { move, after } of moves) {
    const mine = parseQueuedMove(position, move);
    if (!mine.ok) return mine;
    const theirs = after === null ? ok(null) : parseQueuedMove(position, after);
    if (!theirs.ok) return theirs;
    queued.push({ ...squareNames(position, mine.value), after: theirs.value && squareNames(position, theirs.value) });
  }
  const fits = requests['queue:set'].payload.shape.moves.safeParse(queued);
  return fits.success
    ? ok(fits.data)
    : err({ code: 'bad-command', problem: 'That is more than a queue holds. Queue fewer moves.' });
}

async function told(
  games: GameAccess,
  queue: MoveQueues,
  id: GameId,
  player: PlayerId,
): Promise<Result<string, Refusal>> {
  const game = await games.at(id);
  return game.ok ? ok(`${waitingText(await queue.get(id, player))} ${statusText(game.value.state)}`) : game;
}

function waitingText(moves: readonly QueuedMove[]): string {
  if (moves.length === 0) return 'No move of yours waits.';
  const each = moves.map(({ from, to, after }) => `${after === null ? '' : `${after.from}-${after.to}/`}${from}-${to}`);
  return `Waiting for your turn: ${each.join(' ')}.`;
}
