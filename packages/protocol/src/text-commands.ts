/** The syntax of each text command. A `board` is a game's id or the beginning of one. */
export const USAGE = {
  challenge:
    'challenge [-setup] [-days=N | -bank=D+H | -time=M+S] [-weekends=ZONE] [-rated] [-rank] [-notlarger] user user [user [user]]',
  accept: 'accept board [draw|takeback|pause|resume|rematch][#n]',
  reject: 'reject board [draw|takeback|pause|resume|rematch][#n]',
  withdraw: 'withdraw board',
  move: 'move board move[#n]',
  redo: 'redo board',
  preview: 'preview board move[#n]',
  queue: 'queue board [move [move ...] | clear]',
  show: 'show [-usenet | -everything2] board[#n]',
  history: 'history board',
  games: 'games [user] [all|active|next]',
  offer: 'offer board draw|takeback|pause|resume|rematch',
  propose: 'propose board',
  undo: 'undo board',
  resign: 'resign board',
  abort: 'abort board',
  give: 'give board',
  claim: 'claim board [south|west|north|east]',
  chat: 'chat board [text]',
  note: 'note board [text | clear]',
  vacation: 'vacation [days | end]',
  standings: 'standings',
  ratings: 'ratings',
  help: 'help [command]',
} as const;

/** A line of each command, with AbCd for a board. */
export const EXAMPLES: Readonly<Record<CommandName, string>> = {
  challenge: 'challenge -short -days=3 ann ben',
  accept: 'accept AbCd draw',
  reject: 'reject AbCd rematch',
  withdraw: 'withdraw AbCd',
  move: 'move AbCd d-a2-b3#1',
  redo: 'redo AbCd',
  preview: 'preview AbCd d-c5-b4:c',
  queue: 'queue AbCd e7-e6/d2-d3 e2-e3',
  show: 'show AbCd#12',
  history: 'history AbCd',
  games: 'games ann next',
  offer: 'offer AbCd rematch',
  propose: 'propose AbCd',
  undo: 'undo AbCd',
  resign: 'resign AbCd',
  abort: 'abort AbCd',
  give: 'give AbCd',
  claim: 'claim AbCd north',
  chat: 'chat AbCd Good luck, all.',
  note: 'note AbCd Watch the far corner.',
  vacation: 'vacation 7',
  standings: 'standings',
  ratings: 'ratings',
  help: 'help move',
};

export type CommandName = keyof typeof USAGE;

export const isCommandName = (word: string): word is CommandName => Object.hasOwn(USAGE, word);

export const hasBoardArgument = (name: string): boolean => isCommandName(name) && / board/.test(USAGE[name]);

const MIN_BOARD_LENGTH = 4;

/** Whether a word can name a board: a game's id or the beginning of one. */
export const isBoard = (word: string): boolean => word.length >= MIN_BOARD_LENGTH && /^[0-9A-Za-z]{1,12}$/.test(word);
