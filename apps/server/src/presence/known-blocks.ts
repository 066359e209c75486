import { MINUTE_MS, type PlayerId } from '@terrace/protocol';
import type { Cluster } from '../runtime/nodes.ports.ts';

type ApartFrom = (player: PlayerId) => Promise<ReadonlySet<PlayerId>>;

type Dependencies = {
  /** The players whom a player may not meet. @throws database errors, which are not kept */
  readonly apartFrom: ApartFrom;
  readonly onBlocksChanged: (listener: (players: readonly PlayerId[]) => void) => void;
  readonly cluster: Pick<Cluster, 'onGap' | 'onFullyConnected'>;
  readonly now: () => number;
};

const MAX_PLAYERS = 10_000;

/** After this time the blocks are read again, for changes that no message announced. */
const FRESH_MS = MINUTE_MS;

/** Until then the known blocks are used while they are read again, so that a slow database hides no names. */
const MAX_AGE_MS = 2 * MINUTE_MS;

type Known = { readonly at: number; readonly apart: Promise<ReadonlySet<PlayerId>>; isReadAgain: boolean };

/**
 * Remembers whom players may not meet until their blocks change, so that a busy database delays no presence. After
 * messages of other nodes were lost, everything is read again.
 */
export function rememberBlocks({ apartFrom, onBlocksChanged, cluster, now }: Dependencies): ApartFrom {
  const known = new Map<PlayerId, Known>();
  for (const on of [cluster.onGap, cluster.onFullyConnected]) on(() => known.clear());
  onBlocksChanged((players) => {
    for (const player of players) known.delete(player);
  });

  function read(player: PlayerId): Known {
    return { at: now(), apart: apartFrom(player), isReadAgain: false };
  }

  /** Replaces what is known by a new answer, unless it was forgotten in the meantime. */
  function readAgain(player: PlayerId, before: Known): void {
    before.isReadAgain = true;
    const next = read(player);
    next.apart.then(
      () => {
        if (known.get(player) === before) known.set(player, next);
      },
      () => {
        before.isReadAgain = false;
      },
    );
  }

  return (player) => {
    const before = known.get(player);
    const age = before === undefined ? Number.POSITIVE_INFINITY : now() - before.at;
    if (before !== undefined && age < MAX_AGE_MS) {
      if (age >= FRESH_MS && !before.isReadAgain) readAgain(player, before);
      return before.apart;
    }
    if (known.size >= MAX_PLAYERS) known.clear();
    const next = read(player);
    known.set(player, next);
    next.apart.catch(() => {
      if (known.get(player) === next) known.delete(player);
    });
    return next.apart;
  };
}
