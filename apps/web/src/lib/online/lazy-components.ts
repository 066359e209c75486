import { finishesGame, startsGame } from '@terrace/game';
import { type GameLog, isCorrespondence } from '@terrace/protocol';
import { importWithMessages } from '#lib/net/import-with-messages.ts';
import { loadPart } from '#lib/ui/load-part.ts';

/** Components needed at a single stage of a game, loaded at that stage. */
const loaders = {
  open: async () => ({ WaitingTable: (await importWithMessages(import('./WaitingTable.svelte'), 'table')).default }),
  ended: async () => ({ Ending: (await import('./OnlineEnding.svelte')).default }),
  byDays: async () => {
    const [panel, { ConditionalMoves }] = await Promise.all([
      importWithMessages(import('./ConditionalPanel.svelte'), 'conditional'),
      import('#lib/game/conditional-moves.svelte.ts'),
    ]);
    return { ConditionalPanel: panel.default, ConditionalMoves };
  },
};

export type Stage = keyof typeof loaders;
type Loaded = { [S in Stage]: Awaited<ReturnType<(typeof loaders)[S]>> };
export type StageParts = Partial<Loaded['open'] & Loaded['ended'] & Loaded['byDays']>;

/** @throws if the script failed to load; a later call retries */
export const loadStage = (stage: Stage): Promise<StageParts> => loadPart<StageParts>(loaders[stage]);

/** The stage of a log; undefined for a live game that is not correspondence. */
export function stageOf({ events }: GameLog): Stage | undefined {
  if (finishesGame(events)) return 'ended';
  if (!startsGame(events)) return 'open';
  const created = events.find(({ event }) => event.type === 'created')?.event;
  return created?.type === 'created' && isCorrespondence(created.settings.time) ? 'byDays' : undefined;
}
