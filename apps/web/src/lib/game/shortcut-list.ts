import { KEYS } from './shortcuts.ts';

const shown = (key: keyof typeof KEYS): string => KEYS[key].toUpperCase();

/** The list of shortcuts in the order in which it is shown; the texts have what each does. Loaded with the list. */
export const SHORTCUTS = [
  { does: 'step', keys: ['←', '→'] },
  { does: 'ends', keys: ['Home', 'End'] },
  { does: 'tens', keys: ['PgUp', 'PgDn'] },
  { does: 'autoplay', keys: ['Space'] },
  { does: 'board', keys: ['Tab'] },
  { does: 'type', keys: ['b2c3', 'Enter'] },
  { does: 'cancel', keys: ['Esc'] },
  { does: 'turn', keys: [shown('turn'), `Shift ${shown('turn')}`] },
  { does: 'flip', keys: [shown('flip')] },
  { does: 'numerals', keys: [shown('numerals')] },
  { does: 'way', keys: [shown('way')] },
  { does: 'share', keys: [shown('share')] },
  { does: 'review', keys: [shown('review')] },
  { does: 'moments', keys: [shown('previousMoment'), shown('nextMoment')] },
  { does: 'zen', keys: [shown('zen')] },
  { does: 'next', keys: [shown('next')] },
  { does: 'command', keys: [shown('command')] },
  { does: 'help', keys: [shown('help')] },
] as const;
