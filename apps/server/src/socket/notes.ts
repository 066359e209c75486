import { err, ok } from '@terrace/rules';
import type { Notes } from '../notes/notes.ts';
import type { SocketRequests } from './request.ts';

export const createNoteRequests = ({ notes }: { notes: Notes }) =>
  ({
    'note:get': {
      scope: 'read',
      lane: 'lists',
      aboveLimit: 'reject',
      async handler({ gameId }, { actor }) {
        if (actor === null) return err({ code: 'no-session' });
        const { text } = await notes.read(gameId, actor.player.id);
        return ok({ text });
      },
    },

    'note:set': {
      scope: 'play',
      lane: null,
      aboveLimit: 'reject',
      handler: ({ gameId, text }, { actor }) => notes.write(gameId, actor.player.id, { text }),
    },

    'variations:get': {
      scope: 'read',
      lane: 'lists',
      aboveLimit: 'reject',
      async handler({ gameId }, { actor }) {
        if (actor === null) return err({ code: 'no-session' });
        const { variations } = await notes.read(gameId, actor.player.id);
        return ok({ moves: [...variations] });
      },
    },

    'variations:set': {
      scope: 'play',
      lane: null,
      aboveLimit: 'reject',
      handler: ({ gameId, moves }, { actor }) => notes.write(gameId, actor.player.id, { variations: moves }),
    },
  }) satisfies Partial<SocketRequests>;
