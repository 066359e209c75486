import { noInboxGames } from '@terrace/protocol';
import { ok } from '@terrace/rules';
import { inboxCursorCodec } from '../archive/cursor.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { SocketRequests } from './request.ts';
import { inboxRoom } from './rooms.ts';

export const createInboxRequests = ({ inbox }: { readonly inbox: Inbox }) =>
  ({
    'inbox:watch': {
      scope: 'read',
      lane: 'lists',
      aboveLimit: 'reject',
      async handler({ group, limit }, { actor, socket }) {
        if (actor === null) return ok({ games: [], counts: noInboxGames(), next: null });
        const { id } = actor.player;
        await inbox.ready(id);
        await socket.join(inboxRoom(id)); // before reading, so that no change is missed
        const page = await inbox.page(id, { group, limit, after: null });
        return ok({ ...page, next: page.next && inboxCursorCodec.encode(page.next) });
      },
    },

    'inbox:unwatch': {
      scope: 'read',
      lane: 'lists',
      aboveLimit: 'answer',
      async handler(_, { actor, socket }) {
        if (actor !== null) await socket.leave(inboxRoom(actor.player.id));
        return ok({});
      },
    },

    'inbox:next': {
      scope: 'read',
      lane: 'lists',
      aboveLimit: 'reject',
      handler: async ({ gameId }, { actor }) =>
        ok({ gameId: actor === null ? null : await inbox.next(actor.player.id, gameId) }),
    },
  }) satisfies Partial<SocketRequests>;
