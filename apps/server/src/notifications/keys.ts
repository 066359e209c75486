import type { GameId, NotificationDetails, PlayerId } from '@terrace/protocol';

/**
 * The keys of all causes. A recipient has at most one notification of a key, whichever node, retry or rebuild makes it.
 * `seq` is the number of the event behind the cause, so that the same situation after a takeback is a new cause.
 */
export const keys = {
  /** `seq` is that of the last move, takeback or start: a departure of another side gives no second turn. */
  turn: (game: GameId, ply: number, seq: number) => `turn:${game}:${ply}:${seq}`,
  timeShort: (left: 'quarter' | 'hour', game: GameId, ply: number, seq: number) =>
    `short-${left}:${game}:${ply}:${seq}`,
  offer: (game: GameId, offer: string, seq: number) => `offer:${game}:${offer}:${seq}`,
  invited: (game: GameId, seq: number) => `invited:${game}:${seq}`,
  answered: (game: GameId, seq: number) => `answered:${game}:${seq}`,
  joined: (game: GameId, seq: number) => `joined:${game}:${seq}`,
  started: (game: GameId) => `started:${game}`,
  over: (game: GameId) => `over:${game}`,
  closed: (game: GameId) => `closed:${game}`,
  chat: (message: number) => `chat:${message}`,
  /** Once per follower: following again is not news. */
  follower: (by: PlayerId) => `follower:${by}`,
  /** `id` names the token, session or webhook, or is the instant of the change. */
  security: (change: SecurityChange, id: string | number) => `security:${change}:${id}`,
  test: (at: number) => `test:${at}`,
} as const;

export type SecurityChange = Extract<NotificationDetails, { kind: 'security' }>['change'];
