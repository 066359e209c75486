/** The syntax of each text command. A `board` is a game's id or the beginning of one. */
export const USAGE = {
  challenge: 'challenge [-setup] [-days=N | -time=M+S] [-rank] [-notlarger] user user [user [user]]',
  move: 'move board move[#n]',
  preview: 'preview board move[#n]',
  show: 'show board[#n]',
  history: 'history board',
  games: 'games [user] [all|active|next]',
  queue: 'queue board [move [move ...] | clear]',
  propose: 'propose board',
  undo: 'undo board',
  accept: 'accept board [draw|takeback|pause|resume|rematch]',
  reject: 'reject board [draw|takeback|pause|resume|rematch]',
  resign: 'resign board',
  claim: 'claim board [south|west|north|east]',
  chat: 'chat board text',
  standings: 'standings',
  ratings: 'ratings',
  help: 'help [command]',
} as const;

export type CommandName = keyof typeof USAGE;

export const isCommandName = (word: string): word is CommandName => Object.hasOwn(USAGE, word);

export const hasBoardArgument = (name: string): boolean =>
  isCommandName(name) && USAGE[name].startsWith(`${name} board`);

const MIN_BOARD_LENGTH = 4;

/** Whether a word can name a board: a game's id or the beginning of one. */
export const isBoard = (word: string): boolean => word.length >= MIN_BOARD_LENGTH && /^[0-9A-Za-z]{1,12}$/.test(word);
