import type { PlayerId } from '@terrace/protocol';
import type { Cluster } from '../runtime/nodes.ports.ts';

type ApartFrom = (player: PlayerId) => Promise<ReadonlySet<PlayerId>>;

type Dependencies = {
  /** The players whom a player may not meet. @throws database errors, which are not kept */
  readonly apartFrom: ApartFrom;
  readonly onBlocksChanged: (listener: (players: readonly PlayerId[]) => void) => void;
  readonly cluster: Pick<Cluster, 'onFullyConnected'>;
};

const MAX_PLAYERS = 10_000;

/**
 * Remembers whom players may not meet until their blocks change, so that a busy database delays no presence. A message
 * about a change may be lost while another node is unreachable, so everything is read again after that.
 */
export function rememberBlocks({ apartFrom, onBlocksChanged, cluster }: Dependencies): ApartFrom {
  const known = new Map<PlayerId, Promise<ReadonlySet<PlayerId>>>();
  cluster.onFullyConnected(() => known.clear());
  onBlocksChanged((players) => {
    for (const player of players) known.delete(player);
  });

  return (player) => {
    const before = known.get(player);
    if (before !== undefined) return before;
    if (known.size >= MAX_PLAYERS) known.clear();
    const read = apartFrom(player);
    known.set(player, read);
    read.catch(() => {
      if (known.get(player) === read) known.delete(player);
    });
    return read;
  };
}
