import { GameId } from '@terrace/protocol';
import type { UnreadQueries } from '../inbox/inbox.ports.ts';
import type { Queries } from './client.ts';

export const createUnreadStore = (prisma: Queries): UnreadQueries => ({
  async unreadOf(playerId) {
    const counts = await prisma.notification.groupBy({
      by: ['gameId', 'kind'],
      where: { playerId, readAt: null },
      _count: true,
    });
    const chat = counts.flatMap(({ gameId, kind, _count }) =>
      kind === 'chat' && gameId !== null ? [[GameId.parse(gameId), _count] as const] : [],
    );
    return { total: counts.reduce((sum, { _count }) => sum + _count, 0), chat: new Map(chat) };
  },
});
