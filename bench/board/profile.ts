import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';

const STAGE_OF: Readonly<Record<string, string>> = {
  RunTask: 'other',
  EventDispatch: 'script',
  FunctionCall: 'script',
  RunMicrotasks: 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  V8Console: 'script',
  MinorGC: 'garbage',
  MajorGC: 'garbage',
  UpdateLayoutTree: 'style',
  ScheduleStyleRecalculation: 'style',
  Layout: 'layout',
  HitTest: 'layout',
  PrePaint: 'pre-paint',
  Paint: 'paint',
  Layerize: 'layers',
  UpdateLayer: 'layers',
  Commit: 'commit',
  RasterTask: 'raster',
};
export const STAGES = [
  'script',
  'garbage',
  'style',
  'layout',
  'pre-paint',
  'paint',
  'layers',
  'commit',
  'other',
  'all',
  'raster',
] as const;

/**
 * The median by kind of action and stage, in ms of processor time of the main thread. `raster` runs on other threads.
 */
export type Spent = ReadonlyMap<string, ReadonlyMap<string, number>>;

const Event = z.looseObject({
  name: z.string(),
  ph: z.string(),
  ts: z.optional(z.number()),
  dur: z.optional(z.number()),
  tdur: z.optional(z.number()), // processor time of the thread
  pid: z.number(),
  tid: z.number(),
  args: z.optional(z.looseObject({})),
});
type Event = z.infer<typeof Event>;
/** Times in µs. */
type Own = { readonly stage: string; readonly at: number; time: number; readonly pid: number };

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing', 'v8', 'cc'];

/** A profile of `run` on a page, from each press to the end of the frame that shows it. */
export async function profiled(browser: Browser, page: Page, run: () => Promise<unknown>): Promise<Spent> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await run();
  const text = (await browser.stopTracing()).toString();
  const events = z.object({ traceEvents: z.array(Event) }).parse(JSON.parse(text)).traceEvents;
  const windows = measures(events);
  const times = ownTimes(events.filter(({ name, ph }) => ph === 'X' && name in STAGE_OF));
  const kinds = Map.groupBy(windows, ({ kind }) => kind);
  return new Map(
    [...kinds].map(([kind, each]) => [kind, new Map(STAGES.map((stage) => [stage, median(stage, each, times)]))]),
  );
}

type Window = { readonly kind: string; readonly from: number; readonly to: number; readonly pid: number };

function measures(events: readonly Event[]): readonly Window[] {
  const open = new Map<string, Event>();
  return events.flatMap((event) => {
    const [, kind] = /^painted (.*)/.exec(event.name) ?? [];
    if (kind === undefined) return [];
    if (event.ph === 'b') open.set(kind, event);
    const begun = open.get(kind);
    if (event.ph !== 'e' || begun?.ts === undefined || event.ts === undefined) return [];
    return [{ kind, from: begun.ts, to: event.ts, pid: event.pid }];
  });
}

function ownTimes(events: readonly Event[]): readonly Own[] {
  const all: Own[] = [];
  for (const ofThread of Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`).values()) {
    const open: { end: number; own: Own }[] = [];
    for (const { name, ts = 0, dur = 0, tdur = 0, pid } of ofThread.toSorted(outerFirst)) {
      while ((open.at(-1)?.end ?? ts + 1) <= ts) open.pop();
      const outer = open.at(-1);
      if (outer !== undefined) outer.own.time -= tdur;
      const own = { stage: STAGE_OF[name] ?? 'other', at: ts, time: tdur, pid };
      open.push({ end: ts + dur, own });
      all.push(own);
    }
  }
  return all;
}

const outerFirst = (a: Event, b: Event): number => (a.ts ?? 0) - (b.ts ?? 0) || (b.dur ?? 0) - (a.dur ?? 0);

function median(stage: string, windows: readonly Window[], times: readonly Own[]): number {
  const sums = windows.map(({ from, to, pid }) =>
    times
      .filter(
        (own) =>
          own.pid === pid &&
          own.at >= from &&
          own.at < to &&
          (stage === 'all' ? own.stage !== 'raster' : own.stage === stage),
      )
      .reduce((sum, own) => sum + own.time, 0),
  );
  return (sums.toSorted((a, b) => a - b)[Math.floor(sums.length / 2)] ?? 0) / 1000;
}
