import { err, ok } from '@terrace/rules';
import type { ConditionalMoveService } from '../conditional-moves/conditional-moves.ts';
import type { SocketRequests } from './request.ts';

export const createConditionalRequests = ({ conditionals }: { conditionals: ConditionalMoveService }) =>
  ({
    'conditional:set': {
      scope: 'play',
      lane: null,
      aboveLimit: 'reject',
      handler: ({ gameId, ...moves }, { actor }) => conditionals.set(gameId, actor.player.id, moves),
    },

    'conditional:get': {
      scope: 'read',
      lane: 'lists',
      aboveLimit: 'reject',
      async handler({ gameId }, { actor }) {
        if (actor === null) return err({ code: 'no-session' });
        const moves = await conditionals.get(gameId, actor.player.id);
        return moves === undefined ? err({ code: 'no-such-game' }) : ok(moves);
      },
    },
  }) satisfies Partial<SocketRequests>;
