import type { GameRow, Seek } from './lobby.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

type Matched = Pick<Settings, 'setup' | 'time' | 'rated' | 'rules'>;

/** The same text for all tables at which the same game is played: of one setup, time, rating and rules. */
export const matchKey = ({ setup, time, rated, rules }: Matched): string =>
  [setup, timeKey(time), rated, rules.capture, rules.sliding].join(' ');

/** The same text for all who seek the same, and for the tables at which they find it: seeks are for the default rules. */
export const seekKey = (seek: Seek): string => matchKey({ ...seek, rules: DEFAULT_SETTINGS.rules });

function timeKey(time: Settings['time']): string {
  if (time === null) return '-';
  return time.kind === 'days' ? `1/${time.perMoveMs}` : `${time.initialMs}+${time.incrementMs}`;
}

/** Whether a seat is anybody's to take: nobody sits there, and it is reserved for nobody. */
export const isOpenSeat = ({ player, reserved }: Pick<GameRow['seats'][number], 'player' | 'reserved'>): boolean =>
  player === null && reserved === null;
