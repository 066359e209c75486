import { currentPosition, type GameState, sideOf } from '@terrace/game';
import { commandsMessages } from '@terrace/messages/commands';
import { type QueuedMove, type Refusal, requests } from '@terrace/protocol';
import { err, formatMove, type History, ok, type Position, type Result } from '@terrace/rules';
import type { MoveQueues } from '../move-queue/move-queue.ts';
import { lineRefusal } from './check-line.ts';
import { statusText } from './format.ts';
import type { QueuedMoveText } from './grammar.ts';
import type { CommandHandlers, GameAccess } from './handler.ts';
import { parseMoveNow, parseQueuedMove, squareNames } from './parse-move.ts';

type Dependencies = { readonly queues: MoveQueues; readonly games: GameAccess };

export const createQueueCommand = ({ queues, games }: Dependencies): CommandHandlers<'queue'> => ({
  queue: games.withGame(async ({ moves }, { by }, { id, state }) => {
    if (moves === undefined) return ok(queueText(await queues.get(id, by.id)));
    const position = currentPosition(state);
    const [first] = moves;
    const side = sideOf(state, by.id);
    const isPlayedNow = first !== undefined && side === position.turn;
    const playable = isPlayedNow ? parseMoveNow(position, first.move) : ok(undefined);
    const parsed = playable.ok ? parseMoves(position, moves) : playable;
    const unfit = side !== undefined && parsed.ok ? lineRefusal(state, side, parsed.value) : undefined;
    if (unfit !== undefined) return err(unfit);
    const set = parsed.ok ? await queues.set(id, by.id, parsed.value) : parsed;
    const game = set.ok ? await games.read(id) : set;
    if (!game.ok) return game;
    const played = isPlayedNow && first !== undefined ? playedText(game.value.state, position) : [];
    return ok([...played, queueText(await queues.get(id, by.id)), statusText(game.value.state)].join(' '));
  }),
});

/** Names the queued move that was played at once in `position`, if any. */
function playedText({ history }: GameState, position: Position): readonly string[] {
  let moment: History | undefined = history;
  while (moment !== undefined && moment.parent?.position.ply !== position.ply) moment = moment.parent;
  if (moment?.move === undefined) return [];
  return [commandsMessages().queue.played({ move: formatMove(position, moment.move) })];
}

function parseMoves(position: Position, moves: readonly QueuedMoveText[]): Result<QueuedMove[], Refusal> {
  const queued: QueuedMove[] = [];
  for (const { move, after } of moves) {
    const own = parseQueuedMove(position, move);
    if (!own.ok) return own;
    const answered = after === null ? ok(null) : parseQueuedMove(position, after);
    if (!answered.ok) return answered;
    queued.push({
      ...squareNames(position, own.value),
      after: answered.value && squareNames(position, answered.value),
    });
  }
  const checked = requests['queue:set'].payload.shape.moves.safeParse(queued);
  return checked.success
    ? ok(checked.data)
    : err({ code: 'bad-command', problem: commandsMessages().problems.queueFull });
}

function queueText(moves: readonly QueuedMove[]): string {
  if (moves.length === 0) return commandsMessages().queue.none;
  const each = moves.map(({ from, to, after }) => `${after === null ? '' : `${after.from}-${after.to}/`}${from}-${to}`);
  return commandsMessages().queue.waiting({ moves: each.join(' ') });
}
