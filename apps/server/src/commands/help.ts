import { type CommandName, USAGE } from '@terrace/protocol';
import { ok, SETUP_NAMES } from '@terrace/rules';
import type { Handlers } from './handler.ts';

/** Commands that need no game. */
export const helpCommands: Handlers<'help' | 'standings'> = {
  help: async ({ about }) => ok(about === undefined ? overview : `${USAGE[about]}\n\n${EXPLANATIONS[about]}`),
  standings: async () => ok('There are no standings, since there are no tournaments yet.'),
};

const EXPLANATIONS: Readonly<Record<CommandName, string>> = {
  challenge: `Sets up a game between the players named, you among them, and invites the others.
Two sit as South and North, three as South, North and East, four as South, West, North and East, in the order named.
-setup is the name of a setup: ${SETUP_NAMES.map((setup) => `-${setup}`).join(', ')}.
Those with a 6 have the small board. Between two players, a third word long, short or medium does the same. Without a
setup two play long.
-days=N gives N days for each move; -time=M+S gives M minutes each, and S seconds more with every move. Without either
there is no clock. -rank plays with rank capture, -notlarger lets no piece slide past a larger one of its own side.`,
  move: `Makes a move of yours. Write it as d-a2-b3, a2-b3, d-c5-b4:c, or with numbers as B4c5-b4:W3.
With #n it counts only as move n of the game, and is refused once the game stands elsewhere.`,
  preview: 'Shows the board as it would be after a move of the side whose turn it is. Nothing is played.',
  show: 'Shows the board, the players, their time and whose turn it is. With #n, the board as it was before move n.',
  history: 'Lists the moves by number, with what was called, what was taken back, who went out and how it ended.',
  games: `Lists games: yours, or those of the user named. active: open or under way (so without any word);
next: those that wait for a move or an answer; all: those that are over, too.`,
  queue: `In a game with days for a move, keeps moves to be made for you when your turn comes.
theirs/mine plays mine only if they have just played theirs; otherwise the whole queue is dropped. A new queue takes the
place of the old one, clear empties it, and without moves it is shown. Nobody else sees it.`,
  propose: 'Offers a draw to all who are still in the game, or agrees to one.',
  undo: 'Asks the others to let you take your last move back, with all that came after it.',
  accept: `Takes the seat that is kept for you, or an open one; once the game runs, agrees to the offer that stands.
Name the offer if there are several.`,
  reject: `Declines the seat that is kept for you; once the game runs, says no to the offer that stands. With nothing
to answer, it takes your own offer back. Name the offer if there are several.`,
  resign: 'Gives the game up. With three or four players the others play on.',
  chat: 'Says something to the other players of a game, or to the other spectators if you only watch.',
  standings: 'Will show the standings of tournaments, once there are any.',
  ratings:
    'Shows your own ratings, and the best players of each kind. A question mark is behind a rating that few games made.',
  help: 'Lists the commands, or says what one of them does.',
};

const overview = `One command a line. The word terrace may stand before any of them.

${Object.values(USAGE).join('\n')}

A board is named by the id of its game; for your own games its first four letters are enough.
help and the name of a command says more.`;
