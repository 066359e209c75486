import { err, ok } from '@terrace/rules';
import type { MoveQueues } from '../move-queue/move-queue.ts';
import type { SocketRequests } from './request.ts';

export const createQueueRequests = ({ queues }: { queues: MoveQueues }) =>
  ({
    'queue:set': {
      scope: 'play',
      lane: null,
      aboveLimit: 'reject',
      handler: ({ gameId, moves }, { actor }) => queues.set(gameId, actor.player.id, moves),
    },

    'queue:get': {
      scope: 'read',
      lane: 'lists',
      aboveLimit: 'reject',
      async handler({ gameId }, { actor }) {
        if (actor === null) return err({ code: 'no-session' });
        return ok({ moves: [...(await queues.get(gameId, actor.player.id))] });
      },
    },
  }) satisfies Partial<SocketRequests>;
