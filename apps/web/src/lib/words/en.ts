import { account } from './en/account.ts';
import { away } from './en/away.ts';
import { board, signs, spoken } from './en/board.ts';
import { command } from './en/command.ts';
import { editor } from './en/editor.ts';
import { game } from './en/game.ts';
import { keys, replay, share, tools, typed } from './en/game-page.ts';

import { bar, invitations, live, online, pairing } from './en/live.ts';
import { lobby, ownTable, table } from './en/lobby.ts';
import { letter } from './en/pieces.ts';
import { play } from './en/play.ts';
import { queue } from './en/queue.ts';
import { refusals } from './en/refusals.ts';
import { side } from './en/seats.ts';
import { settings } from './en/settings.ts';
import { site } from './en/site.ts';
import { solid } from './en/solid.ts';
import { seatCount, setup, time, timeLong } from './en/table-facts.ts';
import { talk } from './en/talk.ts';

/** The words that a reader may see or hear on any page, in English; each subject has a file of its own. */
export const en = {
  ...site,
  ...refusals,
  side,
  setup,
  play,
  command,
  keys,
  replay,
  share,
  tools,
  typed,
  away,
  account,
  editor,
  queue,
  solid,
  letter,
  seatCount,
  time,
  timeLong,
  board,
  signs,
  spoken,
  game,
  lobby,
  live,
  online,
  pairing,
  invitations,
  bar,
  ownTable,
  table,
  talk,
  settings,
};
