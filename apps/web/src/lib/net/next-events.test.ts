import type { LoggedEvent } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { nextEvents } from './next-events.ts';

const event = (seq: number): LoggedEvent => ({ seq, at: 0, event: { type: 'started' } });

test('repeated events are ignored, and a missing event is reported as a gap', () => {
  expect(nextEvents(3, [event(2), event(3)])).toEqual({ fresh: [], gap: false });
  expect(nextEvents(3, [event(5), event(4)])).toEqual({ fresh: [event(4), event(5)], gap: false });
  expect(nextEvents(3, [event(4), event(6)])).toEqual({ fresh: [event(4)], gap: true });
});
