/** Runs the jobs of each key in order, one at a time. Different keys run concurrently. */
export function createKeyedQueue<K>() {
  const tails = new Map<K, Promise<void>>();

  return <T>(key: K, job: () => Promise<T>): Promise<T> => {
    const before = tails.get(key);
    const turn = before === undefined ? job() : before.then(job);
    const done = (): void => {
      if (tails.get(key) === settled) tails.delete(key);
    };
    const settled = turn.then(done, done);
    tails.set(key, settled);
    return turn;
  };
}
