import { type GameId, type PlayerId, SECOND_MS } from '@terrace/protocol';
import { unlessDatabaseFault } from '../game-service/games.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import type { KnownBlocks } from './known-blocks.ts';

/** How long presence waits for the blocks of a game's players. */
const WITHIN_MS = 250;

/** The pause before a failed read is repeated. It doubles up to the longest. */
const PAUSE_MS = { first: 2 * SECOND_MS, longest: 30 * SECOND_MS };

type Blocks = readonly ReadonlySet<PlayerId>[];

type Dependencies = {
  readonly known: KnownBlocks;
  readonly machine: Pick<Scheduler, 'after'>;
  /** Whether the blocks of a game's players are still of use. */
  readonly isWanted: (gameId: GameId) => boolean;
  /** Called once blocks can be read that `of` could not read in time. */
  readonly onReadable: (gameId: GameId) => void;
  readonly reportError: (error: unknown) => void;
};

/** The blocks of the players of games. Presence hardly waits for the database, so the answer may come later. */
export function createPlayerBlocks({ known, machine, isWanted, onReadable, reportError }: Dependencies) {
  let isClosed = false;
  /** The next reads of games whose blocks could not be read. */
  const retries = new Map<GameId, Cancel>();

  /** Resolves to undefined if the database does not answer. */
  const readAll = (players: readonly PlayerId[]): Promise<Blocks | undefined> =>
    unlessDatabaseFault(Promise.all(players.map(known.read))).catch((error: unknown) => {
      reportError(error);
      return undefined;
    });

  function cancelRetry(gameId: GameId): void {
    retries.get(gameId)?.();
    retries.delete(gameId);
  }

  /** Waits for a late read, and repeats it if it fails. */
  async function untilReadable(
    gameId: GameId,
    players: readonly PlayerId[],
    reading: Promise<Blocks | undefined>,
    pauseMs = PAUSE_MS.first,
  ): Promise<void> {
    const blocks = await reading;
    if (isClosed) return;
    if (blocks !== undefined || !isWanted(gameId)) {
      cancelRetry(gameId);
      if (isWanted(gameId)) onReadable(gameId);
    } else if (!retries.has(gameId)) {
      const retry = (): void => {
        retries.delete(gameId);
        if (!isWanted(gameId)) return;
        const longer = Math.min(2 * pauseMs, PAUSE_MS.longest);
        untilReadable(gameId, players, readAll(players), longer).catch(reportError);
      };
      retries.set(gameId, machine.after(pauseMs, retry));
    }
  }

  return {
    /** @returns the blocks of each player, as last read if they cannot be read soon; undefined if those are not known */
    async of(gameId: GameId, players: readonly PlayerId[]): Promise<Blocks | undefined> {
      const { promise: late, resolve } = Promise.withResolvers<undefined>();
      const cancel = machine.after(WITHIN_MS, () => resolve(undefined));
      const reading = readAll(players);
      const blocks = await Promise.race([reading, late]).finally(cancel);
      if (blocks !== undefined) return blocks;
      untilReadable(gameId, players, reading).catch(reportError);
      const last = players.flatMap((player) => known.last(player) ?? []);
      return last.length === players.length ? last : undefined;
    },

    close(): void {
      isClosed = true;
      for (const gameId of retries.keys()) cancelRetry(gameId);
    },
  };
}
