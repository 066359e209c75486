import { expect, type Page } from '@playwright/test';

/** Chromium's entries lack a type in TypeScript's library. */
type Shift = PerformanceEntry & { hadRecentInput?: boolean; sources?: readonly { node: Node | null }[] };

/**
 * Watches for content that moves without an input, from now on or from the start of the page. The page must not navigate.
 *
 * @returns a check that fails if content has moved, and names it
 */
export async function watchLayoutShifts(page: Page, since: 'now' | 'start' = 'now'): Promise<() => Promise<void>> {
  const watcher = await page.evaluateHandle((buffered) => {
    const shifts: string[] = [];
    const nameOf = ({ node }: { node: Node | null }) =>
      node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.nodeName ?? 'removed content');
    const add = (entries: Shift[]) => {
      for (const { hadRecentInput = false, sources = [] } of entries)
        if (!hadRecentInput) shifts.push(sources.map(nameOf).join(', '));
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    return {
      /** A frame's shifts are recorded after it. */
      async upToNow() {
        for (let i = 0; i < 3; i += 1) await frame();
        add(observer.takeRecords());
        return shifts;
      },
    };
  }, since === 'start');
  return async () => {
    const moved = await watcher.evaluate((each) => each.upToNow());
    expect(moved).toEqual([]);
  };
}
