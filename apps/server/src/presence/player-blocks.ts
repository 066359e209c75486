import { type GameId, type PlayerId, SECOND_MS } from '@terrace/protocol';
import { unlessDatabaseFault } from '../game-service/games.ports.ts';
import { pause, type Scheduler } from '../runtime/scheduler.ts';

/** How long presence waits for the blocks of a game's players. */
const WITHIN_MS = 250;

/** The pause before a failed read is repeated. It doubles up to the longest. */
const PAUSE_MS = { first: 2 * SECOND_MS, longest: 30 * SECOND_MS };

type Dependencies = {
  /** The players whom a player may not meet. */
  readonly apartFrom: (player: PlayerId) => Promise<ReadonlySet<PlayerId>>;
  readonly machine: Pick<Scheduler, 'after'>;
  /** Whether the blocks of a game's players are still of use. */
  readonly isWanted: (gameId: GameId) => boolean;
  /** Called once blocks can be read that `of` could not return in time. */
  readonly onReadable: (gameId: GameId) => void;
  readonly reportError: (error: unknown) => void;
};

/** Whom the players of a game may not meet. Presence hardly waits for the database, so the answer may come later. */
export function createPlayerBlocks({ apartFrom, machine, isWanted, onReadable, reportError }: Dependencies) {
  const closing = new AbortController();
  /** Games whose blocks are being read although nothing waits for them. */
  const awaited = new Set<GameId>();

  const readAll = (players: readonly PlayerId[]) =>
    unlessDatabaseFault(Promise.all(players.map(apartFrom))).catch((error: unknown) => {
      reportError(error);
      return undefined;
    });

  async function untilReadable(gameId: GameId, players: readonly PlayerId[], first: Promise<unknown>): Promise<void> {
    if (awaited.has(gameId)) return;
    awaited.add(gameId);
    let read = await first;
    for (let ms = PAUSE_MS.first; read === undefined; ms = Math.min(2 * ms, PAUSE_MS.longest)) {
      await pause(machine, ms, closing.signal);
      if (!isWanted(gameId)) break;
      read = await readAll(players);
    }
    awaited.delete(gameId);
    if (isWanted(gameId) && !closing.signal.aborted) onReadable(gameId);
  }

  return {
    /** @returns the blocks of each player; undefined if they cannot be read soon */
    async of(gameId: GameId, players: readonly PlayerId[]): Promise<readonly ReadonlySet<PlayerId>[] | undefined> {
      const { promise: late, resolve } = Promise.withResolvers<undefined>();
      const cancel = machine.after(WITHIN_MS, () => resolve(undefined));
      const reading = readAll(players);
      const blocks = await Promise.race([reading, late]).finally(cancel);
      if (blocks === undefined) {
        untilReadable(gameId, players, reading).catch((error: unknown) => {
          if (!closing.signal.aborted) reportError(error);
        });
      }
      return blocks;
    },

    close: (): void => closing.abort(),
  };
}
