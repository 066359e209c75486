import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { NodeId, SharedGroups, SharedMap, SharedState } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import type { NodeBus } from './bus.ts';
import { createUnion } from './union.ts';

/** Changes are sent together, this long after the first, so that a burst makes one message. */
const SEND_AFTER_MS = 20;
const REQUEST_EVERY_MS = 1_000;
const MAX_ENTRIES_PER_MESSAGE = 500;

/** An entry on the wire: map, group, key and value. The value null deletes the entry. */
const Entry = z.tuple([z.string(), z.string(), z.string(), z.unknown()]);
type Entry = z.infer<typeof Entry>;

const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changes'), entries: z.array(Entry) }),
  /** Message `i` of `of`, from 0, which together hold all entries of a node. */
  z.object({ kind: z.literal('all'), entries: z.array(Entry), i: z.int(), of: z.int() }),
  z.object({ kind: z.literal('ask'), of: z.string() }),
]);

type Union = { put(node: NodeId, group: string, key: string, value: unknown): void };

/** Another node's entries, and the parts received so far of a full transfer. */
type RemoteEntries = { entries: Map<string, Entry>; isLoaded: boolean; incoming: (readonly Entry[])[] };

type Dependencies = {
  readonly bus: NodeBus;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type NodeState = SharedState & {
  isLoaded(node: NodeId): boolean;
  drop(node: NodeId): void;
  start(): void;
  /** Stops sending changes, so that other nodes keep this node's entries. */
  freeze(): void;
  close(): void;
};

const idOf = ([map, group, key]: Entry): string => JSON.stringify([map, group, key]);

/**
 * State that is not in the log: connections, spectators and seeks. Each node publishes changes of its own entries and
 * keeps those of all nodes in memory. After a gap it requests all entries of that node.
 */
export function createSharedState({ bus, scheduler, reportError }: Dependencies): NodeState {
  const { after, every } = scheduler;
  const topic = bus.topic('state', Message);
  const unions = new Map<string, Union>();
  const parts = new Map<NodeId, RemoteEntries>();
  const own = new Map<string, Entry>();
  let unsent = new Map<string, Entry>();
  let cancelSend: Cancel | undefined;
  let cancelAll: Cancel | undefined;
  let stopRequesting: Cancel | undefined;
  let closed = false;

  function send(): void {
    cancelSend?.();
    cancelSend = undefined;
    for (const entries of chunks([...unsent.values()])) topic.publish({ kind: 'changes', entries });
    unsent = new Map();
  }

  function change(entry: Entry): void {
    const [map, group, key, value] = entry;
    if (!closed) {
      const id = idOf(entry);
      if (value === null) own.delete(id);
      else own.set(id, entry);
      unsent.set(id, entry);
      cancelSend ??= after(SEND_AFTER_MS, send);
    }
    unions.get(map)?.put(bus.node, group, key, value);
  }

  function sendAll(): void {
    cancelAll = undefined;
    const all = chunks([...own.values()]);
    if (all.length === 0) all.push([]);
    for (const [i, entries] of all.entries()) topic.publish({ kind: 'all', entries, i, of: all.length });
  }

  function applyEntry(node: NodeId, part: RemoteEntries, entry: Entry): void {
    const value = entry[3];
    const id = idOf(entry);
    if (isDeepStrictEqual(part.entries.get(id)?.[3] ?? null, value)) return;
    if (value === null) part.entries.delete(id);
    else part.entries.set(id, entry);
    put(node, entry);
  }

  function put(node: NodeId, [map, group, key, value]: Entry): void {
    try {
      unions.get(map)?.put(node, group, key, value);
    } catch (error) {
      reportError(error); // so that the other entries are still applied
    }
  }

  function replaceEntries(node: NodeId, part: RemoteEntries, entries: readonly Entry[]): void {
    const ids = new Set(entries.map(idOf));
    const removed = [...part.entries].filter(([id]) => !ids.has(id));
    for (const [, [map, group, key]] of removed) applyEntry(node, part, [map, group, key, null]);
    for (const entry of entries) applyEntry(node, part, entry);
    part.isLoaded = true;
  }

  function entriesOf(node: NodeId): RemoteEntries {
    const part = parts.get(node) ?? { entries: new Map(), isLoaded: false, incoming: [] };
    parts.set(node, part);
    return part;
  }

  topic.on((message, from) => {
    const part = entriesOf(from);
    switch (message.kind) {
      case 'ask':
        // All nodes ask at once after Redis returns, and one answer serves them all.
        if (message.of === bus.node) cancelAll ??= after(SEND_AFTER_MS, sendAll);
        break;
      case 'changes':
        for (const entry of message.entries) applyEntry(from, part, entry);
        break;
      case 'all':
        if (part.isLoaded) break; // the answer to another node's request
        if (message.i === 0) part.incoming = [];
        if (message.i !== part.incoming.length) break;
        part.incoming.push(message.entries);
        if (part.incoming.length === message.of) replaceEntries(from, part, part.incoming.splice(0).flat());
        break;
    }
  });

  bus.onGap((from) => {
    const part = entriesOf(from);
    part.isLoaded = false;
    part.incoming = [];
    topic.publish({ kind: 'ask', of: from });
  });

  function groups<V extends object>(name: string, schema: z.core.$ZodType<V>): SharedGroups<V> {
    if (unions.has(name)) throw new Error(`duplicate shared map "${name}"`);
    const union = createUnion<V>(reportError);
    unions.set(name, {
      put: (node, group, key, value) => union.put(node, group, key, value === null ? null : z.parse(schema, value)),
    });
    for (const [node, { entries }] of parts) {
      for (const entry of entries.values()) if (entry[0] === name) put(node, entry); // received before the map existed
    }
    return {
      ...union,
      set(group, key, value) {
        if (!isDeepStrictEqual(union.get(group, key).get(bus.node), value)) change([name, group, key, value]);
      },
      delete(group, key) {
        if (union.get(group, key).has(bus.node)) change([name, group, key, null]);
      },
    };
  }

  return {
    groups,

    map<V extends object>(name: string, schema: z.core.$ZodType<V>): SharedMap<V> {
      const union = groups(name, schema);
      return {
        set: (key, value) => union.set('', key, value),
        delete: (key) => union.delete('', key),
        get: (key) => union.get('', key),
        entries: () => union.entries(''),
        size: () => union.size(''),
        onChange: (listener) => union.onChange((_, key, change) => listener(key, change)),
      };
    },

    isLoaded: (node) => parts.get(node)?.isLoaded ?? false,

    drop(node) {
      const part = parts.get(node);
      if (part === undefined) return;
      replaceEntries(node, part, []);
      parts.delete(node);
    },

    start() {
      stopRequesting = every(REQUEST_EVERY_MS, () => {
        for (const [node, { isLoaded }] of parts) if (!isLoaded) topic.publish({ kind: 'ask', of: node });
      });
    },

    freeze() {
      if (!closed) send();
      closed = true;
    },

    close() {
      closed = true;
      cancelSend?.();
      cancelAll?.();
      stopRequesting?.();
    },
  };
}

const chunks = (entries: readonly Entry[]): Entry[][] =>
  Array.from({ length: Math.ceil(entries.length / MAX_ENTRIES_PER_MESSAGE) }, (_, i) =>
    entries.slice(i * MAX_ENTRIES_PER_MESSAGE, (i + 1) * MAX_ENTRIES_PER_MESSAGE),
  );
