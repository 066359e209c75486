import { type Branch, branchesOf, currentPosition, type GameState, historyAfter, namesOf, sideOf } from '@terrace/game';
import { illegalMoveText } from '@terrace/messages';
import { commandsMessages } from '@terrace/messages/commands';
import { type ConditionalMove, MAX_CONDITIONAL_DEPTH, type Refusal } from '@terrace/protocol';
import { err, formatMove, type History, ok, type Position, type Result, type Side } from '@terrace/rules';
import type { ConditionalMoveService } from '../conditional-moves/conditional-moves.ts';
import { statusText } from './format.ts';
import type { QueuedMoveText } from './grammar.ts';
import { type CommandHandlers, type GameAccess, onceOf } from './handler.ts';
import { parseMoveNow, parseQueuedMove } from './parse-move.ts';

type Dependencies = { readonly conditionals: ConditionalMoveService; readonly games: GameAccess };

export const createQueueCommand = ({ conditionals, games }: Dependencies): CommandHandlers<'queue'> => ({
  queue: games.withGame(async ({ moves }, sender, { id, state }) => {
    const { by } = sender;
    const waiting = async (now: GameState) =>
      queueText(now, sideOf(now, by.id), (await conditionals.get(id, by.id))?.moves ?? []);
    if (moves === undefined) return ok(await waiting(state));
    const position = currentPosition(state);
    const [first] = moves;
    const side = sideOf(state, by.id);
    const isPlayedNow = first !== undefined && side === position.turn;
    const playable = isPlayedNow ? parseMoveNow(position, first.move) : ok(undefined);
    const line = playable.ok ? readLine(state, side ?? position.turn, moves) : playable;
    const set = line.ok
      ? await conditionals.set(id, by.id, { ply: position.ply, moves: line.value }, onceOf(sender))
      : line;
    if (!set.ok) return err(lineProblem(set.error, moves));
    const game = await games.read(id);
    if (!game.ok) return game;
    const played = isPlayedNow ? playedText(game.value.state, position) : [];
    return ok([...played, await waiting(game.value.state), statusText(game.value.state)].join(' '));
  }),
});

/** Names the move that was played at once in `position`, if any. */
function playedText({ history }: GameState, position: Position): readonly string[] {
  let moment: History | undefined = history;
  while (moment !== undefined && moment.parent?.position.ply !== position.ply) moment = moment.parent;
  if (moment?.move === undefined) return [];
  return [commandsMessages().queue.played({ move: formatMove(position, moment.move) })];
}

/** Reads a line of own moves, each after a move of the next side to move or after any moves, as conditional moves. */
function readLine(
  { history }: GameState,
  owner: Side,
  moves: readonly QueuedMoveText[],
): Result<ConditionalMove[], Refusal> {
  const line: ConditionalMove['move'][] = [];
  let known: History | undefined = history;
  for (const [n, { move, after }] of moves.entries()) {
    const own = parseQueuedMove(history.position, move);
    if (!own.ok) return own;
    const answered = after === null ? ok(undefined) : parseQueuedMove(history.position, after);
    if (!answered.ok) return answered;
    if (n === 0 && history.position.turn === owner) {
      const { move: last } = history;
      const isAnswer = last?.from === answered.value?.from && last?.to === answered.value?.to;
      if (after !== null && !isAnswer) {
        return err(problem(commandsMessages().problems.otherReply({ move: after })));
      }
    } else if (answered.value === undefined) {
      line.push(null);
      known = undefined;
    } else {
      line.push(namesOf(history, answered.value));
      const next: History | undefined = known && historyAfter(known, namesOf(known, answered.value));
      if (next !== undefined && next.position.turn !== owner) {
        line.push(null);
        known = undefined;
      } else known = next;
    }
    line.push(namesOf(history, own.value));
    known = known && historyAfter(known, namesOf(known, own.value));
  }
  if (line.length > MAX_CONDITIONAL_DEPTH) return err(problem(commandsMessages().problems.queueFull));
  return ok(line.map((move, n) => ({ depth: n + 1, move })));
}

/** An illegal move of a line, with the sentence that nothing was queued. A single move keeps its own refusal. */
function lineProblem(refusal: Refusal, moves: readonly QueuedMoveText[]): Refusal {
  if (refusal.code !== 'illegal-move' || moves.length === 0) return refusal;
  const { from, to, why } = refusal;
  return problem(commandsMessages().problems.lineMove({ move: `${from}-${to}`, why: illegalMoveText(why) }));
}

const problem = (text: string): Refusal => ({ code: 'bad-command', problem: text });

/** Every line of the conditional moves, as the command `queue` reads them. */
function queueText(state: GameState, owner: Side | undefined, moves: readonly ConditionalMove[]): string {
  const lines = owner === undefined ? [] : linesOf(branchesOf(moves) ?? [], state.history, owner);
  if (lines.length === 0) return commandsMessages().queue.none;
  return commandsMessages().queue.waiting({ moves: lines.join(', ') });
}

function linesOf(branches: readonly Branch[], after: History | 'own' | 'other', owner: Side): readonly string[] {
  return branches.flatMap(({ move, children }) => {
    const isOwn = typeof after === 'string' ? after === 'own' : after.position.turn === owner;
    if (move === null) return linesOf(children, 'own', owner);
    const next = typeof after === 'string' ? undefined : historyAfter(after, move);
    const later = linesOf(children, next ?? (isOwn ? 'other' : 'own'), owner);
    const text = `${move.from}-${move.to}`;
    if (later.length === 0) return [text];
    return later.map((line) => `${text}${isOwn ? ' ' : '/'}${line}`);
  });
}
