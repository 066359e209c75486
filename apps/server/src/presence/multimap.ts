const EMPTY: ReadonlySet<never> = new Set();

/** A map from keys to non-empty sets of values in insertion order. */
export function createMultimap<K, V>() {
  const sets = new Map<K, Set<V>>();
  return {
    has: (key: K): boolean => sets.has(key),
    keys: (): IterableIterator<K> => sets.keys(),
    get: (key: K): ReadonlySet<V> => sets.get(key) ?? EMPTY,
    add(key: K, value: V): void {
      sets.set(key, (sets.get(key) ?? new Set()).add(value));
    },
    delete(key: K, value: V): void {
      const values = sets.get(key);
      if (values?.delete(value) && values.size === 0) sets.delete(key);
    },
  };
}
