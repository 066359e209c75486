import { learnMessages } from '@terrace/messages/learn';
import { checkPosition, explainIllegal, isLegal, play, setupOf, squareName, squares } from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import { moveIn, positionIn } from './exercise.ts';
import { LESSONS, type Lesson } from './lessons.ts';

function stages(lesson: Lesson) {
  let position = positionIn(lesson);
  if (lesson.task.kind === 'find') return [];
  return lesson.task.steps.map((step) => {
    const before = position;
    for (const text of [step.solution, step.reply]) {
      if (text === undefined) continue;
      const after = play(position, moveIn(position, text));
      if (!after.ok) throw new Error(`${lesson.key}: ${text} is ${after.error.code}`);
      position = after.value;
    }
    return { step, before };
  });
}

test('the lesson on sizes precedes the first lesson that names a piece by its letter', () => {
  const named = LESSONS.findIndex(({ key }) => /\b[ABCD] on\b/.test(learnMessages().lessons[key].task));
  expect(LESSONS.findIndex(({ key }) => key === 'sizes')).toBeLessThan(named);
});

describe.each(LESSONS.map((lesson) => [lesson.key, lesson] as const))('lesson %s', (key, lesson) => {
  const position = positionIn(lesson);

  test('begins with a playable position', () => {
    expect(checkPosition(setupOf(position)).ok).toBe(true);
  });

  test('has a legal solution that solves it', () => {
    const { task } = lesson;
    if (task.kind === 'find') {
      const found = squares(8)
        .filter((square) => task.accepts(position, square))
        .map((square) => squareName(8, square));
      expect(found).toContain(task.solution);
      expect(found.length).toBeLessThan(8);
    }
    for (const { step, before } of stages(lesson)) {
      const move = moveIn(before, step.solution);
      expect(isLegal(before, move)).toBe(true);
      expect(step.accepts(before, move)).toBe(true);
    }
  });

  test('has mistakes that the rules refuse with the stated code', () => {
    for (const { move, code } of lesson.mistakes) {
      const { from, to } = moveIn(position, move);
      expect([move, explainIllegal(position, from, to)?.code]).toEqual([move, code]);
    }
  });

  test('has feedback for its mistakes, at most two sentences of text, and one section drawing', () => {
    const { text, answers } = learnMessages().lessons[key];
    expect(text.split(/[.] /).length).toBeLessThanOrEqual(2);
    for (const { code } of lesson.mistakes) expect(Object.keys(answers)).toContain(code);
    for (const { at } of lesson.section.pieces) expect(lesson.section.levels[at]).toBeDefined();
  });
});

test('a move that only gives Terrace is not Terrace-mate', () => {
  const lesson = LESSONS.find(({ key }) => key === 'call');
  if (lesson?.task.kind !== 'play') throw new Error('no such lesson');
  const position = positionIn(lesson);
  expect(lesson.task.steps[0]?.accepts(position, moveIn(position, 'g6-g7'))).toBe(false);
});
