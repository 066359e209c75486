import { currentPosition, plyRefusal, sideOf } from '@terrace/game';
import { commandsMessages } from '@terrace/messages/commands';
import type { Command } from '@terrace/protocol';
import { err, formatMove, isLegal, type Move, ok, type Position, playOn, sidesIn } from '@terrace/rules';
import { boardText, callsText, titleLine } from './format.ts';
import type { CommandHandlers, GameAccess, Handler } from './handler.ts';
import { parseMoveNow, squareNames } from './parse-move.ts';

type PlayCommand = 'move' | 'preview' | 'resign' | 'claim' | 'propose' | 'undo';

export function createPlayCommands({ games }: { games: GameAccess }): CommandHandlers<PlayCommand> {
  const sendPlain = (command: Command, done: () => string): Handler<{ readonly board: string }> =>
    games.withGame((_, sender, { id }) => games.sendPlain(id, command, sender, done()));

  return {
    move: games.withGame(async (args, sender, { id, state }) => {
      const position = currentPosition(state);
      const parsed = parseMoveNow(position, args.move);
      if (!parsed.ok) return parsed;
      const { move, ply } = parsed.value;
      const command = { type: 'move', ply, ...squareNames(position, move) } as const;
      return games.sendPlain(id, command, sender, commandsMessages().done.move({ move: moveText(position, move) }));
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
    propose: sendPlain({ type: 'offer', offer: 'draw' }, () => commandsMessages().done.propose),
    undo: sendPlain({ type: 'offer', offer: 'takeback' }, () => commandsMessages().done.undo),
  };
}

/** The official notation (R20), or only the squares if the move was illegal in the position it was parsed in. */
function moveText(position: Position, move: Move): string {
  if (isLegal(position, move)) return formatMove(position, move);
  const { from, to } = squareNames(position, move);
  return `${from}-${to}`;
}
