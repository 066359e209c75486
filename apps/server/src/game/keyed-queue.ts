/** Runs the jobs of one key one after another, in the order they came; those of different keys do not wait for each other. */
export function createKeyedQueue<K>() {
  const tails = new Map<K, Promise<unknown>>();

  return <T>(key: K, job: () => Promise<T>): Promise<T> => {
    const turn = (tails.get(key) ?? Promise.resolve()).then(job);
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (tails.get(key) === settled) tails.delete(key);
      });
    tails.set(key, settled);
    return turn;
  };
}
