import { finishesGame, startsGame } from '@terrace/game';
import type { GameLog } from '@terrace/protocol';
import { importWithMessages } from '#lib/net/import-with-messages.ts';
import { loadPart } from '#lib/ui/load-part.ts';

/** Components that a game's page shows at one stage of the game only, and therefore loads at that stage. */
const loaders = {
  open: async () => ({ WaitingTable: (await import('./WaitingTable.svelte')).default }),
  ended: async () => ({ Ending: (await import('./OnlineEnding.svelte')).default }),
  byDays: async () => ({ QueuePanel: (await importWithMessages(import('./QueuePanel.svelte'), 'queue')).default }),
};

export type Stage = keyof typeof loaders;
type Loaded = { [S in Stage]: Awaited<ReturnType<(typeof loaders)[S]>> };
/** The components that are there by now. */
export type StageParts = Partial<Loaded['open'] & Loaded['ended'] & Loaded['byDays']>;

/** @throws when the script could not be loaded; a later call tries again */
export const loadStage = (stage: Stage): Promise<StageParts> => loadPart<StageParts>(loaders[stage]);

/** The stage at which a log ends; undefined for a game that is played by the clock, or without one. */
export function stageOf({ events }: GameLog): Stage | undefined {
  if (finishesGame(events)) return 'ended';
  if (!startsGame(events)) return 'open';
  const created = events.find(({ event }) => event.type === 'created')?.event;
  return created?.type === 'created' && created.settings.time?.kind === 'days' ? 'byDays' : undefined;
}
