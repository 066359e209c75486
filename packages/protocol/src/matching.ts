import type { GameRow, Seek } from './lobby.ts';
import { rateableAs } from './ratings.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

type Matched = Pick<Settings, 'setup' | 'time' | 'rated' | 'rules'>;

/** Equal for tables with the same setup, time, rating and rules. */
export const matchKey = ({ setup, time, rated, rules }: Matched): string =>
  [setup, timeKey(time), rated, rules.capture, rules.sliding].join(' ');

/** Equal for identical seeks and for the tables that match them: seeks are for the default rules. */
export const seekKey = (seek: Seek): string => matchKey({ ...seek, rules: DEFAULT_SETTINGS.rules });

/** The distinct games of a seek, preferred one first; of a rated seek only those that can be rated. */
export function gamesOfSeek({ or, ...seek }: Seek): [Seek, ...Seek[]] {
  const games = new Map<string, Seek>();
  for (const setup of or?.setups ?? []) {
    for (const time of or?.times ?? []) {
      const game = { setup, time, rated: seek.rated };
      if (!game.rated || rateableAs(game) !== null) games.set(seekKey(game), game);
    }
  }
  games.delete(seekKey(seek));
  return [seek, ...games.values()];
}

function timeKey(time: Settings['time']): string {
  if (time === null) return '-';
  if (time.kind === 'clock') return `${time.initialMs}+${time.incrementMs}`;
  const { weekendsOff = '' } = time;
  return `${time.kind === 'days' ? `1/${time.perMoveMs}` : `${time.bankMs}+${time.incrementMs}`}${weekendsOff}`;
}

export const isOpenSeat = ({ player, reserved }: Pick<GameRow['seats'][number], 'player' | 'reserved'>): boolean =>
  player === null && reserved === null;
