/**
 * Shares concurrent reads of a key without returning data older than the request: a request during a read waits for the
 * next one. At most two reads per key are in flight.
 */
export function dedupeReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const reads = new Map<string, { readonly running: Promise<T>; next?: Promise<T> }>();

  function begin(key: string, read: () => Promise<T>): Promise<T> {
    const running = read();
    const entry = { running };
    reads.set(key, entry);
    const end = () => {
      if (reads.get(key) === entry) reads.delete(key);
    };
    running.then(end, end);
    return running;
  }

  return (key, read) => {
    const entry = reads.get(key);
    if (entry === undefined) return begin(key, read);
    const again = () => begin(key, read);
    entry.next ??= entry.running.then(again, again);
    return entry.next;
  };
}
