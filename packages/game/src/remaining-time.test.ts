import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoggedEvent } from '@terrace/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { readGoldenLog } from './testing/golden.ts';

const logged = (name: string) =>
  readGoldenLog(readFileSync(join(import.meta.dirname, `../golden/v4/${name}.log.jsonl`), 'utf8'));

/** Folds in a fresh runtime, because calendars of time zones are remembered. */
async function clocksOf(log: readonly LoggedEvent[]) {
  vi.resetModules();
  const { apply } = await import('./fold.ts');
  let state: ReturnType<typeof apply> | null = null;
  return log.map((each) => {
    state = apply(state, each);
    return state.clock;
  });
}

function withoutTimeZones(): void {
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
    throw new RangeError('the runtime has no time zone data');
  });
}

const withoutRemainingTime = ({ event, ...logged }: LoggedEvent): LoggedEvent => {
  if (event.type === 'moved' || !('remainingMs' in event)) return { ...logged, event };
  const { remainingMs: _, ...older } = event;
  return { ...logged, event: older };
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules(); // the next file of this worker must not find calendars that were made without zone data
});

test.each(['weekends-off', 'weekends-off-closed', 'weekends-off-replaced'])(
  'the log %s has the same clocks in a runtime without time zone data',
  async (name) => {
    const log = logged(name);
    const clocks = await clocksOf(log);
    withoutTimeZones();
    expect(await clocksOf(log)).toEqual(clocks);
  },
);

test('an older log without these times still folds, with the time zone data of the runtime', async () => {
  const older = logged('weekends-off').map(withoutRemainingTime);
  const clocks = await clocksOf(older);
  expect(clocks).toEqual(await clocksOf(logged('weekends-off')));
  withoutTimeZones();
  expect(await clocksOf(older)).not.toEqual(clocks);
});
