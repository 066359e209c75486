import { MINUTE_MS, type PlayerId } from '@terrace/protocol';
import type { Cluster } from '../runtime/nodes.ports.ts';

type Blocks = ReadonlySet<PlayerId>;

type Dependencies = {
  /** The players whom a player may not meet. @throws database errors, which are not kept */
  readonly apartFrom: (player: PlayerId) => Promise<Blocks>;
  readonly onBlocksChanged: (listener: (players: readonly PlayerId[]) => void) => void;
  readonly cluster: Pick<Cluster, 'onGap' | 'onFullyConnected'>;
  readonly now: () => number;
};

type Known = { readonly at: number; readonly reading: Promise<Blocks>; isFailed: boolean; last: Blocks | undefined };

const MAX_PLAYERS = 10_000;

/** A change that no message announced takes effect within this time, unless the database is slow. */
const MAX_AGE_MS = MINUTE_MS;

export type KnownBlocks = ReturnType<typeof rememberBlocks>;

/**
 * Remembers whom players may not meet until their blocks change, so that a busy database delays no presence. After
 * messages of other nodes were lost, everything is read again.
 */
export function rememberBlocks({ apartFrom, onBlocksChanged, cluster, now }: Dependencies) {
  const known = new Map<PlayerId, Known>();
  for (const on of [cluster.onGap, cluster.onFullyConnected]) on(() => known.clear());
  onBlocksChanged((players) => {
    for (const player of players) known.delete(player);
  });

  return {
    /** Reads the blocks of a player unless they were read in the last minute. */
    read(player: PlayerId): Promise<Blocks> {
      const before = known.get(player);
      if (before !== undefined && !before.isFailed && now() - before.at < MAX_AGE_MS) return before.reading;
      if (before === undefined && known.size >= MAX_PLAYERS) known.clear();
      const next: Known = { at: now(), reading: apartFrom(player), isFailed: false, last: before?.last };
      known.set(player, next);
      next.reading.then(
        (blocks) => {
          next.last = blocks;
        },
        () => {
          next.isFailed = true;
        },
      );
      return next.reading;
    },

    /** The blocks of a player as they were last read; undefined if they may have changed since. */
    last: (player: PlayerId): Blocks | undefined => known.get(player)?.last,
  };
}
