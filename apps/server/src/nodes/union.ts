import { createListeners } from '../runtime/listeners.ts';
import type { KeyChange, NodeId } from '../runtime/nodes.ports.ts';

export function createUnion<V extends object>(reportError: (error: unknown) => void) {
  const groups = new Map<string, Map<string, Map<NodeId, V>>>();
  const changes = createListeners<[group: string, key: string, change: KeyChange]>(reportError);

  function remove(node: NodeId, group: string, key: string): boolean {
    const keys = groups.get(group);
    const values = keys?.get(key);
    if (keys === undefined || values === undefined || !values.delete(node)) return false;
    if (values.size === 0) keys.delete(key);
    if (keys.size === 0) groups.delete(group);
    return true;
  }

  function put(node: NodeId, group: string, key: string, value: V | null): void {
    const before = groups.get(group)?.has(key) ?? false;
    if (value === null) {
      if (!remove(node, group, key)) return;
    } else {
      const keys = groups.get(group) ?? new Map<string, Map<NodeId, V>>();
      const values = keys.get(key) ?? new Map<NodeId, V>();
      groups.set(group, keys.set(key, values.set(node, value)));
    }
    const after = groups.get(group)?.has(key) ?? false;
    const change = before === after ? 'changed' : after ? 'added' : 'removed';
    changes.call(group, key, change);
  }

  return {
    put,
    get: (group: string, key: string): ReadonlyMap<NodeId, V> => groups.get(group)?.get(key) ?? new Map<NodeId, V>(),
    *entries(group: string): IterableIterator<[string, V]> {
      for (const [key, values] of groups.get(group) ?? []) {
        const [value] = values.values();
        if (value !== undefined) yield [key, value];
      }
    },
    size: (group: string): number => groups.get(group)?.size ?? 0,
    onChange: changes.add,
  };
}
