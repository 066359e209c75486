/** The character keys of a game page. Pages also react to the named keys in `shortcut-list.ts`. */
export const KEYS = {
  turn: 'r',
  flip: 'm',
  numerals: 'n',
  way: 'w',
  zen: 'z',
  share: 's',
  help: '?',
  review: 'v',
  next: 'j',
  command: '/',
  previousMoment: ',',
  nextMoment: '.',
} as const;
