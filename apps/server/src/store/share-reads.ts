/**
 * Lets equal reads that are asked for at one time share an answer, which is never older than the question: who asks during a
 * read gets the one after it, together with all who ask meanwhile. So there are two of a kind under way at the most.
 */
export function shareReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
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
