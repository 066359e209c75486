import type { Board, Preferences } from '@terrace/protocol';

const boards: Record<Board, string> = { plaster: 'Plaster', paddy: 'Paddy', slate: 'Slate', dusk: 'Dusk' };
const themes: Record<Preferences['theme'], string> = { system: 'As the device', light: 'Light', dark: 'Dark' };
const views: Record<Preferences['view'], string> = { flat: 'Flat', solid: 'Solid' };
const coordinates: Record<Preferences['coordinates'], string> = { outside: 'Outside', inside: 'Inside', off: 'Off' };
const inputs: Record<Preferences['input'], string> = { both: 'Click or drag', click: 'Click', drag: 'Drag' };
const confirms: Record<Preferences['confirm'], string> = { never: 'Never', days: 'By days only', always: 'Always' };

/** How a player wants pages and boards to be. */
export const settings = {
  title: 'Settings',
  about: 'What you change here counts at once, on every board and page.',
  saved: 'Saved',
  onDeviceOnly: 'Kept on this device only: the server did not answer.',
  sections: 'Sections',
  on: 'On',
  off: 'Off',

  board: {
    title: 'Board',
    theme: 'Page',
    themes,
    boardOnLight: 'Board on light pages',
    boardOnDark: 'Board on dark pages',
    boards,
    view: 'View',
    views,
    coordinates: 'Coordinates',
    choices: coordinates,
    coordinatesHint: 'Outside only where there is room for them; not on phones.',
    numerals: 'Numbers of the levels',
    numeralsHint: 'Each square says how high it lies.',
    zen: 'Quiet games',
    zenHint: 'A game shows the board, the clocks and the moves, and nothing else.',
    preview: 'A board to try this on',
  },
  pieces: {
    title: 'Pieces and signs',
    sizeLetters: 'Letters of the sizes',
    sizeLettersHint: 'Each piece bears its size, A to D.',
    targets: 'Where a piece may go',
    lastMove: 'The last move',
    way: 'The way of each T',
    wayHint: 'The shortest way of each T to its goal.',
    animation: 'Pieces travel',
    animationHint: 'Off, a piece is where it goes at once.',
  },
  play: {
    title: 'Clock and moves',
    input: 'Moving',
    inputs,
    confirm: 'Confirm moves',
    confirms,
    confirmHint: 'A move is sent only after a second click. Each device decides for itself.',
    lowTimeWarning: 'Warn of low time',
    lowTimeWarningHint: 'Your clock stands out in its last twenty seconds.',
    tenths: 'Tenths of the last seconds',
    talk: 'Talk',
    talkHint: 'Off, games show nothing of what is said.',
  },
  sound: {
    title: 'Sound',
    volume: 'Volume',
    volumeOf: (percent: number) => `${percent} of 100`,
    silent: 'Silent',
    soundMove: 'Moves',
    soundTake: 'Taking',
    soundCall: 'Terrace and Terrace-mate',
    soundLowTime: 'Low time',
    soundEnd: 'Your turn, beginning and end',
    soundTalk: 'Talk and invitations',
    hear: (what: string) => `Hear: ${what}`,
  },
  language: {
    title: 'Language',
    label: 'Language of the pages',
    browser: 'As the browser',
    hint: 'The page loads again to change it.',
  },
  notices: {
    title: 'Notifications',
    about: 'The browser tells you while this page is in the background. Each device decides for itself.',
    noticeTurn: 'It is my turn',
    noticeInvitation: 'A seat is kept for me',
    noticeBegun: 'A game of mine begins',
    refused: 'This browser does not allow them. Allow notifications for this site, then turn them on here.',
    missing: 'This browser has none.',
    turn: (game: string) => `Your move: ${game}`,
    begun: (game: string) => `Your game begins: ${game}`,
    invitation: (host: string) => (host === '' ? 'A seat is kept for you.' : `${host} keeps a seat for you.`),
    badge: 'Your move',
  },
  account: 'Account',
};
