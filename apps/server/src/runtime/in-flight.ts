/** Counts operations in flight, so that a stop can wait for their end. */
export function createInFlight() {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    get count(): number {
      return count;
    },
    /** Counts an operation. @returns a function to call once, when the operation has ended */
    begin(): () => void {
      count += 1;
      return () => {
        count -= 1;
        if (count > 0) return;
        for (const resolve of waiting) resolve();
        waiting.clear();
      };
    },
    async none(withinMs: number): Promise<void> {
      if (count === 0) return;
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, withinMs);
        waiting.add(() => {
          clearTimeout(late);
          resolve();
        });
      });
    },
  };
}
