import type { z } from 'zod';

export type NodeId = string;

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
  /** Creates a topic. Malformed messages and listener exceptions are reported. @throws when the name is taken */
  topic<T>(name: string, schema: z.core.$ZodType<T>): Topic<T>;
  /** Time since the last message of a node, in ms. */
  silentMs(from: NodeId): number;
};

/** What happened to a key: `added` when the first node set it, `removed` when the last node deleted it. */
export type KeyChange = 'added' | 'changed' | 'removed';

/** Entries of all nodes by group and key. Nodes can have different values for the same key. */
export type SharedGroups<V> = {
  set(group: string, key: string, value: V): void;
  delete(group: string, key: string): void;
  get(group: string, key: string): ReadonlyMap<NodeId, V>;
  /** Every key of a group with the value of one of its nodes. */
  entries(group: string): IterableIterator<[string, V]>;
  size(group: string): number;
  onChange(listener: (group: string, key: string, change: KeyChange) => void): void;
};

export type SharedMap<V> = {
  set(key: string, value: V): void;
  delete(key: string): void;
  get(key: string): ReadonlyMap<NodeId, V>;
  entries(): IterableIterator<[string, V]>;
  size(): number;
  onChange(listener: (key: string, change: KeyChange) => void): void;
};

/** State that is not in the log. Each node writes its own entries, and reads those of all nodes from memory. */
export type SharedState = {
  /** Creates groups of entries. `schema` validates values, which are never null. @throws when the name is taken */
  groups<V extends object>(name: string, schema: z.core.$ZodType<V>): SharedGroups<V>;
  map<V extends object>(name: string, schema: z.core.$ZodType<V>): SharedMap<V>;
};

export type Cluster = {
  readonly bus: Bus;
  readonly state: SharedState;
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
