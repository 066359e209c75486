import { type GameId, Player, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import { createListeners } from '../runtime/listeners.ts';
import type { Cluster, NodeId } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createAsking } from './asking.ts';
import { createMultimap } from './multimap.ts';

/** Changes are sent together, this long after the first, so that a burst makes one message. */
const SEND_AFTER_MS = 20;

/** Others are counted without their names. More than any list of names shows. */
const MAX_NAMED = 20;

/** A socket, a stream or any other object, compared by identity. */
export type Connection = object;

/** What one node knows about the people at a game. */
const People = z.object({
  /** Players of the game, and the first spectators with a name. */
  players: z.array(Player),
  /** The other spectators with a name, and the anonymous ones. */
  more: z.int().nonnegative(),
});
type People = z.infer<typeof People>;

/** Until when players of a game are or were present, in ms since 1970. */
const Seen = z.array(z.tuple([PlayerId, z.number()]));
export type Seen = z.infer<typeof Seen>;

const Answer = z.object({ node: z.string(), people: z.nullable(People), seen: Seen });

type Here = {
  readonly connections: Map<Connection, Player | null>;
  readonly tabs: Map<PlayerId, { readonly player: Player; count: number }>;
  anonymous: number;
};

type Dependencies = {
  readonly cluster: Pick<Cluster, 'bus' | 'games' | 'isAlone' | 'isFullyConnected' | 'onGap' | 'onGone'>;
  readonly isPlayerOf: (gameId: GameId, player: PlayerId) => boolean;
  readonly machine: Pick<Scheduler, 'after'>;
  readonly reportError: (error: unknown) => void;
};

export type GameConnections = ReturnType<typeof createGameConnections>;

/**
 * The people at games: all at the games of this node, and those on other nodes at the games that are followed here.
 * Players count once with any number of tabs, anonymous connections one each.
 */
export function createGameConnections({ cluster, isPlayerOf, machine, reportError }: Dependencies) {
  const { bus, games } = cluster;
  const peopleTopic = bus.scopedTopic('game', 'people', z.nullable(People));
  const seenTopic = bus.scopedTopic('game', 'seen', Seen);
  const here = new Map<GameId, Here>();
  const elsewhere = new Map<GameId, Map<NodeId, People>>();
  const gamesOf = createMultimap<Connection, GameId>();
  /** Streams of all games of a player. They are added to each game as soon as it is known. */
  const streams = createMultimap<PlayerId, Connection>();
  const changes = createListeners<[gameId: GameId, player?: PlayerId]>(reportError);
  const seenChanges = createListeners<[gameId: GameId, seen: Seen]>(reportError);
  let seenHere: (gameId: GameId) => Seen = () => [];
  const unsent = new Set<GameId>();
  let isSendScheduled = false;
  /** The people of this node when it began to stop. */
  let frozen: ReadonlyMap<GameId, People | null> | undefined;

  const isAt = (gameId: GameId, player: PlayerId): boolean =>
    here.get(gameId)?.tabs.has(player) ||
    (streams.has(player) && isPlayerOf(gameId, player)) ||
    peopleElsewhere(gameId).some(({ players }) => includes(players, player));

  const peopleElsewhere = (gameId: GameId): People[] => [...(elsewhere.get(gameId)?.values() ?? [])];

  function peopleHere(gameId: GameId): People | null {
    const at = here.get(gameId);
    if (at === undefined) return null;
    const players = [...at.tabs.values()].map(({ player }) => player);
    if (players.length <= MAX_NAMED) return { players, more: at.anonymous };
    const named = [
      ...players.filter(({ id }) => isPlayerOf(gameId, id)),
      ...players.filter(({ id }) => !isPlayerOf(gameId, id)).slice(0, MAX_NAMED),
    ];
    return { players: named, more: at.anonymous + players.length - named.length };
  }

  const peopleToTell = (gameId: GameId): People | null =>
    frozen === undefined ? peopleHere(gameId) : (frozen.get(gameId) ?? null);

  function send(): void {
    isSendScheduled = false;
    for (const gameId of unsent) if (frozen === undefined) peopleTopic.publish(gameId, peopleHere(gameId));
    unsent.clear();
  }

  function changed(gameId: GameId, player?: PlayerId): void {
    unsent.add(gameId);
    if (!isSendScheduled) machine.after(SEND_AFTER_MS, send);
    isSendScheduled = true;
    changes.call(gameId, player);
  }

  /** Replaces what another node knows. */
  function put(gameId: GameId, node: NodeId, people: People | null): void {
    const nodes = elsewhere.get(gameId) ?? new Map<NodeId, People>();
    const before = nodes.get(node);
    if (people === null) nodes.delete(node);
    else nodes.set(node, people);
    if (nodes.size > 0) elsewhere.set(gameId, nodes);
    else elsewhere.delete(gameId);
    const [was, is] = [before?.players ?? [], people?.players ?? []];
    const moved = [...was.filter(({ id }) => !includes(is, id)), ...is.filter(({ id }) => !includes(was, id))];
    for (const { id } of moved) changes.call(gameId, id);
    if (before?.more !== people?.more) changes.call(gameId);
  }

  const question = bus.scopedQuestion(
    'game',
    'people-at',
    { question: z.object({ node: z.string(), people: z.nullable(People) }), answer: Answer },
    (gameId, { node, people }) => {
      if (node !== bus.node && games.has(gameId)) put(gameId, node, people);
      return { node: bus.node, people: peopleToTell(gameId), seen: seenHere(gameId) };
    },
  );

  /** Takes each answer when it arrives: after waiting for the others, it could replace a later message of its node. */
  async function askOthers(gameId: GameId): Promise<boolean> {
    const own = { node: bus.node, people: peopleToTell(gameId) };
    const { isComplete } = await question(gameId, own, ({ node, people, seen }) => {
      if (!games.has(gameId)) return;
      put(gameId, node, people);
      if (seen.length > 0) seenChanges.call(gameId, seen);
    });
    return isComplete;
  }

  const { onAnswered, isKnown, whenAsked } = createAsking({ cluster, question: askOthers, machine, reportError });
  onAnswered((gameId) => changes.call(gameId));

  peopleTopic.on((gameId, people, from) => {
    if (games.has(gameId)) put(gameId, from, people);
  });
  seenTopic.on((gameId, seen) => {
    if (games.has(gameId)) seenChanges.call(gameId, seen);
  });
  games.onUnfollow((gameId) => void elsewhere.delete(gameId));

  cluster.onGone((node) => {
    for (const [gameId, nodes] of elsewhere) if (nodes.has(node)) put(gameId, node, null);
  });

  return {
    add(gameId: GameId, connection: Connection, player: Player | null): void {
      const at = here.get(gameId) ?? { connections: new Map(), tabs: new Map(), anonymous: 0 };
      here.set(gameId, at);
      if (at.connections.has(connection)) return;
      at.connections.set(connection, player);
      gamesOf.add(connection, gameId);
      if (player === null) at.anonymous += 1;
      else {
        const tabs = at.tabs.get(player.id) ?? { player, count: 0 };
        at.tabs.set(player.id, { player, count: tabs.count + 1 });
        if (tabs.count > 0) return;
      }
      changed(gameId, player?.id);
    },

    remove(gameId: GameId, connection: Connection): void {
      const at = here.get(gameId);
      const player = at?.connections.get(connection);
      if (at === undefined || player === undefined) return;
      at.connections.delete(connection);
      gamesOf.delete(connection, gameId);
      if (at.connections.size === 0) here.delete(gameId);
      if (player === null) at.anonymous -= 1;
      else {
        const left = (at.tabs.get(player.id)?.count ?? 0) - 1;
        if (left > 0) return void at.tabs.set(player.id, { player, count: left });
        at.tabs.delete(player.id);
      }
      changed(gameId, player?.id);
    },

    /** Whether this node knows who is at a game. If not, no player counts as absent. */
    isKnown,
    whenAsked,
    onAnswered,

    follow: (stream: Connection, player: PlayerId): void => streams.add(player, stream),
    unfollow: (stream: Connection, player: PlayerId): void => streams.delete(player, stream),

    gamesOf: (connection: Connection): readonly GameId[] => [...gamesOf.get(connection)],
    isHere: (gameId: GameId): boolean => here.has(gameId),
    isAt,

    nodesOf(gameId: GameId, player: PlayerId): readonly NodeId[] {
      const others = [...(elsewhere.get(gameId) ?? [])].filter(([, { players }]) => includes(players, player));
      return [...(here.get(gameId)?.tabs.has(player) ? [bus.node] : []), ...others.map(([node]) => node)];
    },

    /** People on all nodes. Beyond the named ones, a player with tabs on two nodes counts twice. */
    count(gameId: GameId): number {
      const all = [peopleHere(gameId) ?? [], peopleElsewhere(gameId)].flat();
      const players = new Set(all.flatMap((people) => people.players.map(({ id }) => id)));
      return all.reduce((sum, { more }) => sum + more, players.size);
    },

    /** People on this node who do not play in the game. */
    spectatorsHere(gameId: GameId): number {
      const at = here.get(gameId);
      if (at === undefined) return 0;
      return [...at.tabs.keys()].reduce((sum, id) => sum + (isPlayerOf(gameId, id) ? 0 : 1), at.anonymous);
    },

    /** Those with a known name, each once. */
    players(gameId: GameId): Player[] {
      const all = [peopleHere(gameId) ?? [], peopleElsewhere(gameId)].flat().flatMap(({ players }) => players);
      return [...new Map(all.map((player) => [player.id, player])).values()];
    },

    /** Publishes until when players are present. */
    publishSeen: (gameId: GameId, players: Seen): void => seenTopic.publish(gameId, players),

    /** Calls `listener` when other nodes know until when players were present. */
    onSeen: seenChanges.add,
    /** @param known what this node tells other nodes that ask */
    tellSeen(known: (gameId: GameId) => Seen): void {
      seenHere = known;
    },

    /** Calls `listener` when the people at a game change. `player` is undefined for anonymous connections. */
    onChange: changes.add,

    /** Stops sending changes, so that players stay present on other nodes until they have reconnected there. */
    freeze(): void {
      frozen ??= new Map([...here.keys()].map((gameId) => [gameId, peopleHere(gameId)]));
    },
  };
}

const includes = (players: readonly Player[], id: PlayerId): boolean => players.some((player) => player.id === id);
