import type { GameState } from '@terrace/game';
import type { ChatMessage, GameId, PlayerId } from '@terrace/protocol';
import { isPerson, isSlow } from '../game-service/news.ts';
import { keys } from './keys.ts';
import type { Cause, NotificationStore, Superseded } from './notifications.ports.ts';
import type { Attention } from './presence.ports.ts';

type Dependencies = {
  readonly store: Pick<NotificationStore, 'add'>;
  readonly attention: Attention;
  /** Called when unread notifications of a player became fewer. */
  readonly refresh: (player: PlayerId) => Promise<void>;
  /** Called when notifications were added that wait for their delivery. */
  readonly onAdded: () => void;
  readonly now: () => number;
};

type About = {
  /** The game that the causes are about, or null. */
  readonly state: GameState | null;
  readonly superseded: Superseded | null;
};

/** Makes causes into notifications. Notifications of a game that the player sees right now begin as read. */
export function createNotifications({ store, attention, refresh, onAdded, now }: Dependencies) {
  /** A player at the board sees what happens to a game with a running clock, and its start on any page. */
  async function isSeen({ gameId, to, details: { kind } }: Cause, state: GameState | null): Promise<boolean> {
    if (gameId === null) return false;
    const isAwaited = state !== null && !isSlow(state.settings) && kind !== 'invited';
    const { isVisible, isAtGame, isOnline } = await attention(to, gameId, isAwaited);
    return isVisible || (isAwaited && (isAtGame || (kind === 'started' && isOnline)));
  }

  async function save(causes: readonly Cause[], { state, superseded }: About): Promise<void> {
    if (causes.length === 0 && superseded === null) return;
    const added = await Promise.all(causes.map(async (cause) => ({ ...cause, isSeen: await isSeen(cause, state) })));
    const fewer = await store.add(added, superseded, now());
    if (added.length > 0) onAdded();
    for (const player of fewer) await refresh(player);
  }

  return {
    save,

    /** A chat message in a game by days or without a clock, for the other players. */
    async chat(gameId: GameId, message: ChatMessage, blockers: readonly PlayerId[], state: GameState): Promise<void> {
      if (message.room !== 'players' || !isSlow(state.settings)) return;
      const { by, text, at } = message;
      const details = { kind: 'chat', by, text } as const;
      const readers = state.seats.flatMap(({ player }) => (isPerson(player) && player.id !== by.id ? [player] : []));
      const causes = readers
        .filter(({ id }) => !blockers.includes(id))
        .map(({ id }) => ({ to: id, key: keys.chat(message.id), gameId, at, details }));
      await save(causes, { state, superseded: null });
    },
  };
}
