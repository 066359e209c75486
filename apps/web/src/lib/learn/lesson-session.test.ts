import { learnMessages } from '@terrace/messages/learn';
import { formatPosition } from '@terrace/rules';
import { at } from '@terrace/testing/boards';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveIn } from './exercise.ts';
import { LessonSession } from './lesson-session.svelte.ts';
import { LESSONS, type LessonKey } from './lessons.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function runOf(key: LessonKey) {
  const lesson = LESSONS.find((each) => each.key === key);
  if (lesson === undefined) throw new Error(`no lesson ${key}`);
  const ondone = vi.fn();
  const run = new LessonSession(lesson, () => learnMessages().lessons[key], ondone);
  const choose = (name: string) => run.selection.send({ type: 'choose', square: at(name) });
  const drag = (from: string, to: string) => {
    run.selection.send({ type: 'press', square: at(from) });
    run.selection.send({ type: 'release', square: at(to), dragged: true });
  };
  return { lesson, run, ondone, choose, drag };
}

test.each(LESSONS.map(({ key }) => key))('lesson %s plays its solution to the end', (key) => {
  const { run, ondone } = runOf(key);
  run.show();
  vi.advanceTimersByTime(5000);
  expect(run.done).toBe(true);
  expect(run.feedback).toEqual({ right: true, text: learnMessages().lessons[key].done });
  expect(ondone).toHaveBeenCalledOnce();
});

test.each(LESSONS.map(({ key }) => key))(
  'lesson %s has specific feedback for each mistake, and plays none of them',
  (key) => {
    const { lesson, run, drag } = runOf(key);
    const before = formatPosition(run.position);
    for (const { move, code } of lesson.mistakes) {
      const [from = '', to = ''] = move.split('-');
      drag(from, to);
      const answers: Partial<Record<typeof code, string>> = learnMessages().lessons[key].answers;
      expect(run.feedback).toEqual({ right: false, text: answers[code] });
      expect(run.refused).toBe(moveIn(run.position, move).to);
      run.selection.send({ type: 'cancel' });
    }
    expect(formatPosition(run.position)).toBe(before);
    expect(run.done).toBe(false);
  },
);

test('a legal move that does not solve the step is not played', () => {
  const { run, choose } = runOf('up');
  choose('c3');
  choose('c2');
  expect(run.feedback?.text).toBe(learnMessages().lessons.up.other);
  choose('c3');
  choose('d3');
  expect(run.done).toBe(true);
});

test('a wrong square does not solve the step', () => {
  const { run, choose } = runOf('heights');
  choose('d4');
  expect([run.done, run.feedback?.right]).toEqual([false, false]);
  choose('h1');
  expect(run.done).toBe(true);
});

test('in a lesson of two moves the other side replies in between', () => {
  const { run, choose } = runOf('arrive');
  choose('g7');
  choose('h7');
  expect(run.targets).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(run.position.turn).toBe('south');
  choose('h7');
  choose('h8');
  expect(run.done).toBe(true);
});
