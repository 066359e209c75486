import type { z } from 'zod';

/** The id of a process: one of the servers on a database. */
export type NodeId = string;

/** Messages of one kind between nodes. */
export type Topic<T> = {
  /** Sends a message to all other nodes. */
  publish(message: T): void;
  /** Sends a message to all other nodes and to the listeners of this one. */
  announce(message: T): void;
  /** Calls `listener` with each message that another node publishes or any node announces. */
  on(listener: (message: T, from: NodeId) => void): void;
};

export type Bus = {
  readonly node: NodeId;
  /**
   * Creates a topic. A message that does not match the schema is reported and delivered to no listener; a listener that
   * throws is reported, and the publisher continues.
   *
   * @throws when the name is taken: a second topic would silently cut off the first one
   */
  topic<T>(name: string, schema: z.core.$ZodType<T>): Topic<T>;
  /** Time since the last message of a node, in ms. */
  silentMs(from: NodeId): number;
};

/** What happened to a key: `added` when the first node set it, `removed` when the last node deleted it. */
export type KeyChange = 'added' | 'changed' | 'removed';

/** Entries of all nodes by group and key. Where several nodes have one of the same group and key, each counts. */
export type SharedGroups<V> = {
  set(group: string, key: string, value: V): void;
  delete(group: string, key: string): void;
  /** The values of one key, by node. */
  get(group: string, key: string): ReadonlyMap<NodeId, V>;
  /** Every key of a group with the value of one of the nodes that have it. */
  entries(group: string): IterableIterator<[string, V]>;
  size(group: string): number;
  /** Calls `listener` after an entry of any node was set or deleted. */
  onChange(listener: (group: string, key: string, change: KeyChange) => void): void;
};

/** The same with keys only. */
export type SharedMap<V> = {
  set(key: string, value: V): void;
  delete(key: string): void;
  get(key: string): ReadonlyMap<NodeId, V>;
  entries(): IterableIterator<[string, V]>;
  size(): number;
  onChange(listener: (key: string, change: KeyChange) => void): void;
};

/** What is true now and in no log: each node writes entries of its own, and has those of all in memory. */
export type SharedState = {
  /**
   * Creates groups of entries. Values are what `schema` parses, and never null.
   *
   * @throws when the name is taken
   */
  groups<V extends object>(name: string, schema: z.core.$ZodType<V>): SharedGroups<V>;
  /** Creates a map: a single group. */
  map<V extends object>(name: string, schema: z.core.$ZodType<V>): SharedMap<V>;
};

/** This node among the others on its database. */
export type Cluster = {
  readonly bus: Bus;
  readonly state: SharedState;
  /** Whether the entries of all living nodes are known. If not, a player without a connection may be on an unreachable node. */
  isFullyConnected(): boolean;
  /** Calls `listener` when that has changed for longer than a moment. */
  onFullyConnected(listener: (isFullyConnected: boolean) => void): void;
};

/**
 * Calls `find` with the instant from which messages of other nodes may be missing here: after a missed message, and repeatedly
 * while a living node is unreachable. `find` may return what this node has received before. After a database fault it is
 * called again.
 */
export type RecoverFromGaps = (
  find: (since: number) => Promise<void>,
  everyMs?: number,
) => { start(): void; close(): void };
