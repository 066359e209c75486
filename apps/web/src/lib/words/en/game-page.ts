/** The tools round the board of a game. */
export const tools = {
  label: 'Board',
  menu: 'Board and game',
  turn: 'Turn',
  flip: 'Mirror',
  numerals: 'Levels',
  way: 'Ways',
  share: 'Share',
  zen: 'Zen',
  leaveZen: 'Show everything',
  keys: 'Keys',
  clocks: 'Clocks',
  turnLong: 'Turn the board by a quarter',
  flipLong: 'Mirror the board',
  numeralsLong: 'Show the levels as numbers',
  wayLong: "Show each T's shortest way",
  shareLong: 'Share this game',
  zenLong: 'Only board, clocks and actions',
  keysLong: 'Keys for the board',
  clocksLong: 'Show the clock after each move',
  close: 'Close',
};

export const typed = {
  writing: (written: string) => `${written}: Enter plays it, Esc forgets it.`,
  noPiece: (square: string) => `None of your pieces can move from ${square} now.`,
  confirm: (from: string, to: string) => `Play ${from} to ${to}?`,
};

export const replay = {
  label: 'Replay',
  slider: 'Position',
  play: 'Play the moves',
  stop: 'Stop',
  pace: 'Pace',
  paces: (pace: number | 'played') => (pace === 'played' ? 'as played' : `${pace / 1000} s a move`),
  ratings: 'Ratings',
  change: (by: number) => (by < 0 ? `−${-by}` : `+${by}`),
  clock: (left: string, took: string | undefined) =>
    took === undefined ? `${left} left` : `${left} left, thought for ${took}`,
};

/** The keyboard's help: keys by what they do. */
export const keys = {
  title: 'Keys',
  close: 'Close',
  or: 'or',
  list: [
    { keys: ['←', '→'], does: 'one move back, one move on' },
    { keys: ['Home', 'End'], does: 'the start, the latest position' },
    { keys: ['PgUp', 'PgDn'], does: 'ten moves back, ten on' },
    { keys: ['Space'], does: 'plays the moves, or stops' },
    { keys: ['Tab'], does: 'to the board; arrows walk, Enter chooses' },
    { keys: ['b2c3', 'Enter'], does: 'plays a move by its squares' },
    { keys: ['Esc'], does: 'forgets what was begun' },
    { keys: ['R', 'Shift R'], does: 'turns the board' },
    { keys: ['M'], does: 'mirrors it' },
    { keys: ['N'], does: 'levels as numbers' },
    { keys: ['W'], does: "each T's shortest way" },
    { keys: ['S'], does: 'shares the game' },
    { keys: ['Z'], does: 'only board, clocks and actions' },
    { keys: ['/'], does: 'the command line' },
    { keys: ['?'], does: 'this list' },
  ],
};

export const share = {
  title: 'Share',
  close: 'Close',
  event: 'A game of Terrace',
  link: 'Link to the game',
  linkHere: (ply: number) => `Link to the position after move ${ply}`,
  linkStart: 'Link to the start',
  position: 'Position as text',
  copy: 'Copy',
  copyWhat: (what: string) => `Copy: ${what}`,
  copied: 'Copied.',
  animation: 'Making the animation',
  save: (kind: string) => `Save the ${kind}`,
  failed: 'This browser could not draw it. Try another one.',
  kinds: { record: 'record (.gam)', picture: 'picture (PNG)', animation: 'animation (GIF)' },
};
