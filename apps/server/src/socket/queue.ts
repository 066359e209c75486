import { requests } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import type { MoveQueues } from '../queue/move-queue.ts';
import { defineHandler } from './dispatch.ts';

/** Moves made ahead; their owner alone asks for them. */
export const createQueueHandlers = (queue: MoveQueues) => ({
  'queue:set': defineHandler(requests['queue:set'], async ({ gameId, moves }, { actor }) =>
    actor === null ? err({ code: 'no-session' }) : queue.set(gameId, actor.player.id, moves),
  ),

  'queue:get': defineHandler(requests['queue:get'], async ({ gameId }, { actor }) =>
    actor === null ? err({ code: 'no-session' }) : ok({ moves: [...(await queue.get(gameId, actor.player.id))] }),
  ),
});
