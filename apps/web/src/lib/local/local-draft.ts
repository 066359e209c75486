import { localMessages } from '@terrace/messages/local';
import type { Settings, Strength } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { type Draft, emptyDraft } from '#lib/game-settings/draft.ts';
import type { Rotation } from './game-storage.ts';
import type { LocalPlayer } from './local-table.ts';

export type LocalDraft = {
  table: Draft;
  names: Record<Side, string>;
  /** Null for a person. */
  computers: Record<Side, Strength | null>;
  turning: Rotation;
};

export function draftOf(
  last: { settings: Settings; players: readonly LocalPlayer[]; turning: Rotation } | undefined,
): LocalDraft {
  const blank: Record<Side, string> = { south: '', west: '', north: '', east: '' };
  const nobody: Record<Side, Strength | null> = { south: null, west: null, north: null, east: null };
  const long = emptyDraft('long');
  const usual: LocalDraft = {
    table: { ...long, rules: { ...long.rules }, time: 'none' },
    names: blank,
    computers: nobody,
    turning: 'stays',
  };
  if (last === undefined) return usual;
  const { settings, players, turning } = last;
  const { time } = settings;
  return {
    table: {
      ...usual.table,
      setup: settings.setup,
      position: settings.position ?? '',
      rules: settings.rules,
      ...(time?.kind === 'clock' && {
        time: 'clock',
        minutes: time.initialMs / 60_000,
        seconds: time.incrementMs / 1000,
      }),
    },
    names: { ...blank, ...Object.fromEntries(players.map(({ side, name, strength }) => [side, strength ? '' : name])) },
    computers: { ...nobody, ...Object.fromEntries(players.map(({ side, strength }) => [side, strength ?? null])) },
    turning,
  };
}

/** The players of the seats; an unnamed seat becomes a numbered player. */
export const playersOf = ({ names, computers }: LocalDraft, seats: readonly Side[]): readonly LocalPlayer[] =>
  seats.map((side, n) => ({
    side,
    name: names[side].trim().slice(0, 30) || localMessages().guest({ n: n + 1 }),
    strength: computers[side],
  }));
