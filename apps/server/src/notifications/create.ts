import type { GameState } from '@terrace/game';
import type { ChatMessage, GameId, PlayerId } from '@terrace/protocol';
import { isComputer } from '@terrace/protocol';
import { isSlow } from './causes.ts';
import { keys, type SecurityChange } from './keys.ts';
import type { Cause, NotificationStore, Superseded } from './notifications.ports.ts';

type Dependencies = {
  readonly store: Pick<NotificationStore, 'add'>;
  readonly isVisible: (gameId: GameId, player: PlayerId) => Promise<boolean>;
  /** Whether a player is at a live game with a clock, or waits in any page for its start. */
  readonly isThere: (cause: Cause) => Promise<boolean> | boolean;
  /** Called when unread notifications of a player became fewer. */
  readonly refresh: (player: PlayerId) => Promise<void>;
  readonly now: () => number;
};

/** Makes causes into notifications. Notifications of a game that the player sees right now begin as read. */
export function createNotifications({ store, isVisible, isThere, refresh, now }: Dependencies) {
  async function save(causes: readonly Cause[], superseded: Superseded = []): Promise<void> {
    if (causes.length === 0 && superseded.length === 0) return;
    const isSeen = async (cause: Cause): Promise<boolean> =>
      (cause.gameId !== null && (await isVisible(cause.gameId, cause.to))) || isThere(cause);
    const added = await Promise.all(causes.map(async (cause) => ({ ...cause, isSeen: await isSeen(cause) })));
    for (const player of await store.add(added, superseded, now())) await refresh(player);
  }

  return {
    save,

    /** A chat message in a game by days or without a clock, for the other players. */
    async chat(gameId: GameId, message: ChatMessage, blockers: readonly PlayerId[], state: GameState): Promise<void> {
      if (message.room !== 'players' || !isSlow(state.settings)) return;
      const { by, text, at } = message;
      const details = { kind: 'chat', by, text } as const;
      const others = state.seats.flatMap(({ player }) => player ?? []).filter((player) => player.id !== by.id);
      const readers = others.filter((player) => !isComputer(player) && !blockers.includes(player.id));
      await save(readers.map(({ id }) => ({ to: id, key: keys.chat(message.id), gameId, at, details })));
    },

    /** @param id names the token, session or webhook; by default it is the instant */
    security: (to: PlayerId, change: SecurityChange, id: string | number = now()): Promise<void> =>
      save([{ to, key: keys.security(change, id), gameId: null, at: now(), details: { kind: 'security', change } }]),
  };
}
