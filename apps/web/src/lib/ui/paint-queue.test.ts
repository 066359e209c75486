import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from './paint-queue.svelte.ts';

let frames: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function paint(): void {
  for (const frame of frames.splice(0)) frame();
  vi.advanceTimersByTime(0);
}

test('jobs run in order after one frame, together with the jobs they queue', () => {
  const ran: string[] = [];
  afterPaint(() => {
    ran.push('first');
    afterPaint(() => ran.push('queued by the first'));
  });
  afterPaint(() => ran.push('second'));
  expect([frames.length, ran]).toEqual([1, []]);
  paint();
  expect(ran).toEqual(['first', 'second', 'queued by the first']);
  expect(frames).toEqual([]);
});

test('a job queued after the frame has begun waits for the next frame', () => {
  const ran: string[] = [];
  afterPaint(() => ran.push('first'));
  for (const frame of frames.splice(0)) frame();
  afterPaint(() => ran.push('second'));
  vi.advanceTimersByTime(0);
  expect(ran).toEqual(['first']);
  paint();
  expect(ran).toEqual(['first', 'second']);
});

test('a cancelled job does not run, and a failing job stops no other job', () => {
  const failed = vi.fn();
  vi.stubGlobal('reportError', failed);
  const ran: string[] = [];
  afterPaint(() => ran.push('cancelled'))();
  afterPaint(() => {
    throw new Error('broken');
  });
  afterPaint(() => ran.push('last'));
  paint();
  expect(ran).toEqual(['last']);
  expect(failed).toHaveBeenCalledOnce();
});

test('jobs run after a timeout if no frame is painted, and immediately on a hidden page', () => {
  const ran: string[] = [];
  afterPaint(() => ran.push('late'));
  vi.advanceTimersByTime(100);
  vi.stubGlobal('document', { hidden: true });
  afterPaint(() => ran.push('at once'));
  expect(ran).toEqual(['late', 'at once']);
});
