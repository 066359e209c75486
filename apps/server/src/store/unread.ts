import { GameId, NotificationKind } from '@terrace/protocol';
import type { UnreadQueries } from '../inbox/inbox.ports.ts';
import type { Queries } from './client.ts';

export const createUnreadStore = (prisma: Queries): UnreadQueries => ({
  async unreadOf(playerId) {
    const counts = await prisma.notification.groupBy({
      by: ['gameId', 'kind'],
      where: { playerId, readAt: null },
      _count: true,
    });
    return counts.map(({ gameId, kind, _count }) => ({
      gameId: gameId === null ? null : GameId.parse(gameId),
      kind: NotificationKind.parse(kind),
      count: _count,
    }));
  },
});
