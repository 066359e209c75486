import { ok } from '@terrace/rules';
import type { Bell } from '../notifications/bell.ts';
import type { NotificationsChanged } from '../notifications/bell-changes.ts';
import type { Visibility } from '../notifications/visibility.ts';
import type { SocketRequests } from './request.ts';
import { playerRoom } from './rooms.ts';
import type { Io } from './server.ts';

type Dependencies = { readonly visibility: Visibility; readonly bell: Pick<Bell, 'markRead'> };

export const createNotificationRequests = ({ visibility, bell }: Dependencies) =>
  ({
    'game:visible': {
      scope: 'play',
      lane: 'game',
      aboveLimit: 'answer',
      async handler({ gameId, visible }, { actor, socket }) {
        if (!visible) visibility.hide(socket, gameId);
        else if (visibility.show(socket, gameId, actor.player.id)) await bell.markRead(actor.player.id, { gameId });
        return ok({});
      },
    },
  }) satisfies Partial<SocketRequests>;

export const broadcastNotifications = (io: Io, { player, ...changed }: NotificationsChanged): void =>
  void io.local.to(playerRoom(player)).emit('notifications:changed', changed);
