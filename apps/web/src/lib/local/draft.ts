import { localMessages } from '@terrace/messages/local';
import type { Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { type Draft, emptyDraft } from '#lib/lobby/draft.ts';
import type { LocalPlayer } from './local-table.ts';
import type { Rotation } from './storage.ts';

/** A game at one screen as it is being set. */
export type LocalDraft = {
  table: Draft;
  names: Record<Side, string>;
  turning: Rotation;
};

/** The settings a new page begins with, or those of the last game here. */
export function draftOf(
  last: { settings: Settings; people: readonly LocalPlayer[]; turning: Rotation } | undefined,
): LocalDraft {
  const blank: Record<Side, string> = { south: '', west: '', north: '', east: '' };
  const long = emptyDraft('long');
  const usual: LocalDraft = {
    table: { ...long, rules: { ...long.rules }, time: 'none' },
    names: blank,
    turning: 'stays',
  };
  if (last === undefined) return usual;
  const { settings, people, turning } = last;
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
    names: { ...blank, ...Object.fromEntries(people.map(({ side, name }) => [side, name])) },
    turning,
  };
}

/** Who sits where; a seat without a name is a player by number. */
export const peopleOf = ({ names }: LocalDraft, seats: readonly Side[]): readonly LocalPlayer[] =>
  seats.map((side, n) => ({ side, name: names[side].trim().slice(0, 30) || localMessages().guest({ n: n + 1 }) }));
