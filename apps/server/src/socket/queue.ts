import { ok } from '@terrace/rules';
import type { MoveQueues } from '../queue/move-queue.ts';
import { type Handlers, withPlayer } from './dispatch.ts';

/** Requests of a player's own move queues. */
export const createQueueHandlers = ({ queues }: { queues: MoveQueues }): Handlers<'queue:set' | 'queue:get'> => ({
  'queue:set': withPlayer(({ gameId, moves }, { actor }) => queues.set(gameId, actor.player.id, moves)),
  'queue:get': withPlayer(async ({ gameId }, { actor }) =>
    ok({ moves: [...(await queues.get(gameId, actor.player.id))] }),
  ),
});
