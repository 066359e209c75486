import type { z } from 'zod';

/** The id of a process: one of the servers on a database. */
export type NodeId = string;

/** What is said under one name, by any node to all others. */
export type Topic<T> = {
  /** Tells the other nodes. */
  publish(message: T): void;
  /** Tells the other nodes, and whoever listens at this one. */
  announce(message: T): void;
  /** Calls `listener` with what other nodes publish, and with what any announces. */
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
  /** For how long nothing has been heard of a node, in ms. */
  silentMs(from: NodeId): number;
};

/** What happened to a key: it came when no node had it before, and is gone when none has it any more. */
export type KeyChange = 'came' | 'changed' | 'gone';

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
  /** Whether what all living nodes say is known: else whoever seems to be nowhere may be on a node that cannot be heard. */
  isFullyConnected(): boolean;
  /** Calls `listener` when that has changed for longer than a moment. */
  onFullyConnected(listener: (isFullyConnected: boolean) => void): void;
};

/**
 * Calls `find` with an instant since which something may have been said between nodes and not been heard here: when a message
 * was missed, and again and again while a node that lives cannot be heard. What it looks for may have been heard, or found,
 * before. When Postgres is away it is called again.
 */
export type RecoverFromGaps = (
  find: (since: number) => Promise<void>,
  everyMs?: number,
) => { start(): void; close(): void };
