import { InboxPage, InboxQuery } from '@terrace/protocol';
import { inboxCursorCodec } from '../../archive/cursor.ts';
import type { Inbox } from '../../inbox/inbox.ts';
import { guests } from '../access.ts';
import type { Router } from '../route.ts';
import { decodeCursor } from './lists.ts';

export function addInboxRoutes({ tagged }: Router, inbox: Inbox): void {
  const route = tagged('Lists');
  route('GET', '/api/me/games', {
    operationId: 'getOwnGames',
    access: guests('read'),
    group: 'search',
    summary: 'Your unfinished games',
    description:
      'The most urgent first: games with a running clock, then those waiting for your move, invitations, games waiting for others, games against computers without a time limit, and your open tables; in each group by deadline. `counts` are of all your games.',
    query: InboxQuery,
    reply: InboxPage,
    example: { query: { group: 'turn', limit: 10 } },
    handler: async ({ actor, query: { group = null, cursor, limit } }) => {
      const after = decodeCursor(inboxCursorCodec, cursor);
      const page = await inbox.page(actor.player.id, { group, limit, after });
      return { ...page, next: page.next && inboxCursorCodec.encode(page.next) };
    },
  });
}
