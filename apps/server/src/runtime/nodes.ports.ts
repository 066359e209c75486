import type { GameId, PlayerId } from '@terrace/protocol';
import type { z } from 'zod';

export type NodeId = string;

/** What channels belong to. Only nodes that follow a game or a player receive the messages of its channel. */
export type Keys = { readonly game: GameId; readonly player: PlayerId };
export type Scope = keyof Keys;

/** Messages to all nodes, on the lobby channel. */
export type Topic<T> = {
  /** Sends a message to all other nodes. */
  publish(message: T): void;
  /** Sends a message to all other nodes and to the listeners of this one. */
  announce(message: T): void;
  /** Calls `listener` with each message that another node publishes or any node announces. */
  on(listener: (message: T, from: NodeId) => void): void;
};

/** Messages on the channels of games or players. */
export type ScopedTopic<K, T> = {
  publish(key: K, message: T): void;
  announce(key: K, message: T): void;
  on(listener: (key: K, message: T, from: NodeId) => void): void;
};

/** Incomplete if the question may not have been sent, or if a node that received it has not answered in time. */
export type Answers<A> = { readonly answers: readonly A[]; readonly isComplete: boolean };

type QuestionSchemas<Q, A> = { readonly question: z.core.$ZodType<Q>; readonly answer: z.core.$ZodType<A> };

export type Bus = {
  readonly node: NodeId;
  /** Creates a topic. Malformed messages and listener exceptions are reported. @throws when the name is taken */
  topic<T>(name: string, schema: z.core.$ZodType<T>): Topic<T>;
  scopedTopic<S extends Scope, T>(scope: S, name: string, schema: z.core.$ZodType<T>): ScopedTopic<Keys[S], T>;
  /** Creates a question to all nodes. @returns a function that collects the answers, this node's first */
  question<Q, A>(
    name: string,
    schemas: QuestionSchemas<Q, A>,
    answer: (question: Q) => A,
  ): (question: Q) => Promise<Answers<A>>;
  /**
   * Creates a question to the nodes that follow a game or a player, and this one. Answers about a game are sent on its
   * channel: only a node that follows it can ask, and `receive` gets each other node's answer in order with that node's
   * messages. A node can ask about a player without following them, so those answers are sent to the node that asked.
   */
  scopedQuestion<S extends Scope, Q, A>(
    scope: S,
    name: string,
    schemas: QuestionSchemas<Q, A>,
    answer: (key: Keys[S], question: Q) => A,
  ): (key: Keys[S], question: Q, receive?: (answer: A) => void) => Promise<Answers<A>>;
  /** Time since the last message of a node to all nodes, in ms. */
  silentMs(from: NodeId): number;
};

/**
 * The games or players that something on this node follows: sockets, streams, timers or searches, by identity. The node
 * receives what others publish about them from the first `follow` to the last `unfollow`.
 */
export type Following<K> = {
  /** Resolves once messages arrive, or at once while Redis is unreachable. `seq` is the last known event of a game. */
  follow(key: K, follower: unknown, seq?: number): Promise<void>;
  unfollow(key: K, follower: unknown): void;
  has(key: K): boolean;
  readonly size: number;
  keys(): IterableIterator<K>;
  /** Calls `listener` when messages of a newly followed key arrive. */
  onFollow(listener: (key: K, seq: number | undefined) => void): void;
  onUnfollow(listener: (key: K) => void): void;
};

/** Few entries that all nodes need: each node writes its own, and reads those of all nodes from memory. */
export type SharedMap<V> = {
  set(key: string, value: V): void;
  delete(key: string): void;
  get(key: string): ReadonlyMap<NodeId, V>;
  /** Every key with the value of one of its nodes. */
  entries(): IterableIterator<[string, V]>;
  onChange(listener: (key: string) => void): void;
};

export type SharedState = {
  /** `schema` validates values, which are never null. @throws when the name is taken */
  map<V extends object>(name: string, schema: z.core.$ZodType<V>): SharedMap<V>;
};

export type Cluster = {
  readonly bus: Bus;
  readonly state: SharedState;
  readonly games: Following<GameId>;
  readonly players: Following<PlayerId>;
  /** Without Redis this node is the only one. */
  readonly isAlone: boolean;
  /** Calls `listener` when messages of another node may be lost. */
  onGap(listener: (from: NodeId) => void): void;
  /** Calls `listener` when another node is gone, and its entries with it. */
  onGone(listener: (node: NodeId) => void): void;
  /** If false, a player without a connection may be on an unreachable node. */
  isFullyConnected(): boolean;
  /** Calls `listener` when that has changed for more than a moment. */
  onFullyConnected(listener: (isFullyConnected: boolean) => void): void;
};

/**
 * Calls `find` with the instant from which messages may be missing: after a gap, and repeatedly while a node is
 * unreachable. `find` may return known data, and is called again after a database fault.
 */
export type RecoverFromGaps = (
  find: (since: number) => Promise<void>,
  everyMs?: number,
) => { start(): void; close(): void };
