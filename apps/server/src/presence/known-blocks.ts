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

/** A change that no message announced takes effect within this time. */
const MAX_AGE_MS = MINUTE_MS;

/**
 * Remembers whom players may not meet until their blocks change, so that a busy database delays no presence. After
 * messages of other nodes were lost, everything is read again.
 */
export function rememberBlocks({ apartFrom, onBlocksChanged, cluster, now }: Dependencies): ApartFrom {
  const known = new Map<PlayerId, { readonly at: number; readonly apart: Promise<ReadonlySet<PlayerId>> }>();
  for (const on of [cluster.onGap, cluster.onFullyConnected]) on(() => known.clear());
  onBlocksChanged((players) => {
    for (const player of players) known.delete(player);
  });

  return (player) => {
    const before = known.get(player);
    if (before !== undefined && now() - before.at < MAX_AGE_MS) return before.apart;
    if (known.size >= MAX_PLAYERS) known.clear();
    const read = { at: now(), apart: apartFrom(player) };
    known.set(player, read);
    read.apart.catch(() => {
      if (known.get(player) === read) known.delete(player);
    });
    return read.apart;
  };
}
