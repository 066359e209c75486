import { account } from './de/account.ts';
import { analysis } from './de/analysis.ts';
import { api } from './de/api.ts';
import { away } from './de/away.ts';
import { board, signs, spoken } from './de/board.ts';
import { command } from './de/command.ts';
import { editor } from './de/editor.ts';
import { game } from './de/game.ts';
import { keys, replay, share, tools, typed } from './de/game-page.ts';
import { learn } from './de/learn.ts';

import { bar, invitations, live, online, pairing } from './de/live.ts';
import { lobby, ownTable, table } from './de/lobby.ts';
import { local } from './de/local.ts';
import { people } from './de/people.ts';
import { letter } from './de/pieces.ts';
import { play } from './de/play.ts';
import { queue } from './de/queue.ts';
import { refusals } from './de/refusals.ts';
import { rulebook } from './de/rulebook.ts';
import { side } from './de/seats.ts';
import { settings } from './de/settings.ts';
import { site } from './de/site.ts';
import { solid } from './de/solid.ts';
import { seatCount, setup, time, timeLong } from './de/table-facts.ts';
import { talk } from './de/talk.ts';
import type { AllWords } from './words.ts';

/** Every word a reader sees or hears, in German. */
export const de: AllWords = {
  ...site,
  ...refusals,
  side,
  setup,
  play,
  people,
  command,
  keys,
  replay,
  share,
  tools,
  typed,
  away,
  analysis,
  account,
  api,
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
  learn,
  rulebook,
  local,
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
