export type UnderWay = ReturnType<typeof createUnderWay>;

/** Counts what is under way, so that a stop can wait until nothing is. */
export function createUnderWay() {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    get count(): number {
      return count;
    },
    /** Something begins. @returns what to call when it has ended, once */
    begin(): () => void {
      count += 1;
      return () => {
        count -= 1;
        if (count > 0) return;
        for (const resolve of waiting) resolve();
        waiting.clear();
      };
    },
    /** Resolves when nothing is under way, at the latest after so many ms. */
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
