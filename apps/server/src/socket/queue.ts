import { requests } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import type { Queue } from '../queue/move-queue.ts';
import { route } from './dispatch.ts';

/** Moves made ahead; their owner alone asks for them. */
export const queueRoutes = (queue: Queue) => ({
  'queue:set': route(requests['queue:set'], async ({ gameId, moves }, { actor }) =>
    actor === null ? err({ code: 'no-session' }) : queue.set(gameId, actor.player.id, moves),
  ),

  'queue:get': route(requests['queue:get'], async ({ gameId }, { actor }) =>
    actor === null ? err({ code: 'no-session' }) : ok({ moves: [...(await queue.get(gameId, actor.player.id))] }),
  ),
});
