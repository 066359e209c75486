import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { createListeners } from '../runtime/listeners.ts';
import type { NodeId, SharedMap, SharedState } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import type { NodeBus } from './bus.ts';

const REQUEST_EVERY_MS = 1_000;

/** After Redis returns, all nodes ask at once, and one answer after this time serves them all. */
const ANSWER_AFTER_MS = 20;

/** An entry on the wire: map, key and value. The value null deletes the entry. */
const Entry = z.tuple([z.string(), z.string(), z.unknown()]);
type Entry = z.infer<typeof Entry>;

const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('change'), entry: Entry }),
  /** All entries of a node. */
  z.object({ kind: z.literal('all'), entries: z.array(Entry) }),
  z.object({ kind: z.literal('ask'), of: z.string() }),
]);

type Values = Map<string, Map<NodeId, unknown>>;
type StoredMap = { readonly values: Values; put(node: NodeId, key: string, value: unknown): void };

type Dependencies = {
  readonly bus: NodeBus;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type NodeState = SharedState & {
  isLoaded(node: NodeId): boolean;
  drop(node: NodeId): void;
  start(): void;
  /** Stops sending changes, so that other nodes keep the entries of this moment. */
  freeze(): void;
  close(): void;
};

/** Entries that all nodes need, such as seeks. After a gap, a node asks for all entries of the other. */
export function createSharedState({ bus, scheduler, reportError }: Dependencies): NodeState {
  const topic = bus.topic('state', Message);
  const maps = new Map<string, StoredMap>();
  const loaded = new Map<NodeId, boolean>();
  let stopRequesting: Cancel | undefined;
  let cancelAnswer: Cancel | undefined;
  /** This node's entries when it began to stop. */
  let frozen: readonly Entry[] | undefined;

  const entriesOf = (node: NodeId): Entry[] =>
    [...maps].flatMap(([name, { values }]) =>
      [...values].flatMap(([key, byNode]): Entry[] => (byNode.has(node) ? [[name, key, byNode.get(node)]] : [])),
    );

  function put(node: NodeId, [map, key, value]: Entry): void {
    try {
      maps.get(map)?.put(node, key, value);
    } catch (error) {
      reportError(error); // so that the other entries are still applied
    }
  }

  function replace(node: NodeId, entries: readonly Entry[]): void {
    const kept = new Set(entries.map(([map, key]) => `${map} ${key}`));
    for (const [map, key] of entriesOf(node)) if (!kept.has(`${map} ${key}`)) put(node, [map, key, null]);
    for (const entry of entries) put(node, entry);
  }

  topic.on((message, from) => {
    if (message.kind === 'change') put(from, message.entry);
    else if (message.kind === 'all') {
      replace(from, message.entries);
      loaded.set(from, true);
    } else if (message.of === bus.node) cancelAnswer ??= scheduler.after(ANSWER_AFTER_MS, answer);
  });

  function answer(): void {
    cancelAnswer = undefined;
    topic.publish({ kind: 'all', entries: [...(frozen ?? entriesOf(bus.node))] });
  }

  bus.onGap((from) => {
    const isAsked = loaded.get(from) === false; // and asked again until there is an answer
    loaded.set(from, false);
    if (!isAsked) topic.publish({ kind: 'ask', of: from });
  });

  return {
    map<V extends object>(name: string, schema: z.core.$ZodType<V>): SharedMap<V> {
      if (maps.has(name)) throw new Error(`duplicate shared map "${name}"`);
      const changes = createListeners<[key: string]>(reportError);
      const values = new Map<string, Map<NodeId, V>>();

      function put(node: NodeId, key: string, value: V | null): void {
        const byNode = values.get(key) ?? new Map<NodeId, V>();
        if (isDeepStrictEqual(byNode.get(node) ?? null, value)) return;
        if (value !== null) values.set(key, byNode.set(node, value));
        else if (byNode.delete(node) && byNode.size === 0) values.delete(key);
        changes.call(key);
      }

      function change(key: string, value: V | null): void {
        if (isDeepStrictEqual(values.get(key)?.get(bus.node) ?? null, value)) return;
        if (frozen === undefined) topic.publish({ kind: 'change', entry: [name, key, value] });
        put(bus.node, key, value);
      }

      maps.set(name, {
        values,
        put: (node, key, value) => put(node, key, value === null ? null : z.parse(schema, value)),
      });
      return {
        set: change,
        delete: (key) => change(key, null),
        get: (key) => values.get(key) ?? new Map<NodeId, V>(),
        *entries() {
          for (const [key, byNode] of values) for (const value of [...byNode.values()].slice(0, 1)) yield [key, value];
        },
        onChange: changes.add,
      };
    },

    isLoaded: (node) => loaded.get(node) ?? false,

    drop(node) {
      replace(node, []);
      loaded.delete(node);
    },

    start() {
      stopRequesting = scheduler.every(REQUEST_EVERY_MS, () => {
        for (const [node, isLoaded] of loaded) if (!isLoaded) topic.publish({ kind: 'ask', of: node });
      });
    },

    freeze() {
      frozen ??= entriesOf(bus.node);
    },

    close() {
      frozen ??= entriesOf(bus.node);
      stopRequesting?.();
      cancelAnswer?.();
    },
  };
}
