import { Player, type PlayerId, SECOND_MS } from '@terrace/protocol';
import { z } from 'zod';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createMultimap } from './multimap.ts';

const MAX_LISTED = 50;

/** How often a new number is published. */
const PUBLISH_EVERY_MS = SECOND_MS;

/** Each node has at most one entry. */
const ONLY_KEY = '';

const OnlinePlayer = z.object({ player: Player, guest: z.boolean() });
type OnlinePlayer = z.infer<typeof OnlinePlayer>;

const Search = z.object({ search: z.string(), first: z.array(z.string()) });
type Search = z.infer<typeof Search>;

type Dependencies = {
  readonly cluster: Pick<Cluster, 'bus' | 'state'>;
  readonly machine: Pick<Scheduler, 'every'>;
  readonly onCount: (players: number) => void;
};

export type OnlinePlayers = ReturnType<typeof createOnlinePlayers>;

/** Players connected to any node. A player with several connections to a node counts once. */
export function createOnlinePlayers({ cluster, machine, onCount }: Dependencies) {
  const counts = cluster.state.map('online', z.object({ players: z.int().nonnegative() }));
  const connections = createMultimap<PlayerId, object>();
  const here = new Map<PlayerId, OnlinePlayer>();

  function count(): number {
    const others = [...counts.get(ONLY_KEY)].filter(([node]) => node !== cluster.bus.node);
    return others.reduce((sum, [, { players }]) => sum + players, here.size);
  }

  counts.onChange(() => onCount(count()));
  const close = machine.every(PUBLISH_EVERY_MS, () => counts.set(ONLY_KEY, { players: here.size }));

  function listHere({ search, first }: Search): OnlinePlayer[] {
    const wanted = search.toLowerCase();
    return [...here.values()]
      .filter(({ player }) => player.name.toLowerCase().includes(wanted))
      .sort(byImportance(new Set(first)))
      .slice(0, MAX_LISTED);
  }

  const askForList = cluster.bus.question(
    'online-players',
    { question: Search, answer: z.array(OnlinePlayer) },
    listHere,
  );
  const askIfOnline = cluster.bus.scopedQuestion(
    'player',
    'is-online',
    { question: z.null(), answer: z.boolean() },
    (player) => here.has(player),
  );

  return {
    connect(connection: object, { player, guest }: OnlinePlayer): void {
      connections.add(player.id, connection);
      here.set(player.id, { player, guest });
      onCount(count());
    },

    disconnect(connection: object, player: PlayerId): void {
      connections.delete(player, connection);
      if (connections.has(player)) return;
      here.delete(player);
      onCount(count());
    },

    isHere: (player: PlayerId): boolean => here.has(player),

    /** Whether a player is connected to any node. */
    isOnline: async (player: PlayerId): Promise<boolean> => (await askIfOnline(player, null)).answers.includes(true),

    get count(): number {
      return count();
    },

    /** Players whose name contains `search`: those in `first`, then accounts, then guests, each by name. */
    async list(search: string, first: ReadonlySet<PlayerId>): Promise<OnlinePlayer[]> {
      const { answers } = await askForList({ search, first: [...first] });
      const players = new Map(answers.flat().map((each) => [each.player.id, each]));
      return [...players.values()].sort(byImportance(first)).slice(0, MAX_LISTED);
    },

    close,
  };
}

const byImportance =
  (first: ReadonlySet<string>) =>
  (a: OnlinePlayer, b: OnlinePlayer): number =>
    Number(first.has(b.player.id)) - Number(first.has(a.player.id)) ||
    Number(a.guest) - Number(b.guest) ||
    a.player.name.localeCompare(b.player.name);
