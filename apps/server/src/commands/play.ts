import { currentPosition, foldLog, plyRefusal, sideOf, undoneMove } from '@terrace/game';
import { commandsMessages } from '@terrace/messages/commands';
import { type Command, type GameId, type LoggedEvent, SECOND_MS, TIME_GIFT_MS } from '@terrace/protocol';
import { err, formatMove, isLegal, type Move, ok, type Position, playOn, sidesIn } from '@terrace/rules';
import { boardText, callsText, newlyOut, statusText, titleLine } from './format.ts';
import type { CommandHandlers, FoundGame, GameAccess, Handler, Sender } from './handler.ts';
import { parseMoveNow, squareNames } from './parse-move.ts';

type PlayCommand = 'move' | 'redo' | 'preview' | 'resign' | 'claim' | 'give' | 'abort';

type Dependencies = {
  readonly games: GameAccess;
  readonly eventsOf: (id: GameId) => Promise<readonly LoggedEvent[]>;
};

export function createPlayCommands({ games, eventsOf }: Dependencies): CommandHandlers<PlayCommand> {
  const sendPlain = (command: Command, done: () => string): Handler<{ readonly board: string }> =>
    games.withGame((_, sender, { id }) => games.sendPlain(id, command, sender, done()));

  /** Plays a move. The answer names the sides whose T it has taken while the others play on. */
  function sendMove({ id, state }: FoundGame, move: Move, ply: number, sender: Sender) {
    const position = currentPosition(state);
    const command = { type: 'move', ply, ...squareNames(position, move) } as const;
    return games.send(id, command, sender, (after) => {
      const taken = after.status === 'live' ? newlyOut(position, currentPosition(after)) : [];
      const { done, history } = commandsMessages();
      return [
        done.move({ move: moveText(position, move) }),
        ...taken.map((side) => history.departed.taken({ side })),
        statusText(after),
      ].join(' ');
    });
  }

  return {
    move: games.withGame(async (args, sender, game) => {
      const parsed = parseMoveNow(currentPosition(game.state), args.move);
      return parsed.ok ? sendMove(game, parsed.value.move, parsed.value.ply, sender) : parsed;
    }),

    redo: games.withGame(async (_, sender, game) => {
      const played = foldLog(null, await eventsOf(game.id));
      const move = played === null ? undefined : undoneMove(played.timeline, game.state.history);
      if (move === undefined) return err({ code: 'nothing-to-redo' });
      return sendMove(game, move, currentPosition(game.state).ply, sender);
    }),

    preview: games.withGame(async (args, _, { id, state }) => {
      const position = currentPosition(state);
      const parsed = parseMoveNow(position, args.move);
      if (!parsed.ok) return parsed;
      const { move, ply } = parsed.value;
      const otherPly = plyRefusal(position, ply);
      if (otherPly !== undefined) return err(otherPly);
      const played = playOn(state.history, move);
      if (!played.ok) {
        return err({ code: 'illegal-move', ...squareNames(position, move), why: played.error });
      }
      const line = commandsMessages().done.preview({ move: formatMove(position, move), side: position.turn });
      const text = [titleLine(id, state.settings), '', boardText(played.value), '', line, ...callsText(played.value)];
      return ok(text.join('\n'));
    }),

    resign: sendPlain({ type: 'resign' }, () => commandsMessages().done.resign),
    claim: games.withGame((args, sender, { id, state }) => {
      const others = sidesIn(currentPosition(state)).filter((side) => side !== sideOf(state, sender.by.id));
      const side = args.side ?? (others.length === 1 ? others[0] : undefined);
      if (side === undefined) {
        const { problems } = commandsMessages();
        return Promise.resolve(err({ code: 'bad-command', problem: problems.whichSide }));
      }
      return games.sendPlain(id, { type: 'claim', side }, sender, commandsMessages().done.claim({ side }));
    }),
    give: sendPlain({ type: 'give-time' }, () => commandsMessages().done.give({ seconds: TIME_GIFT_MS / SECOND_MS })),
    abort: sendPlain({ type: 'abort' }, () => commandsMessages().done.abort),
  };
}

/** The official notation (R20), or only the squares if the move was illegal in the position it was parsed in. */
function moveText(position: Position, move: Move): string {
  if (isLegal(position, move)) return formatMove(position, move);
  const { from, to } = squareNames(position, move);
  return `${from}-${to}`;
}
