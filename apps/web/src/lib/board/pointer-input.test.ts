import { parseSquare, type Square } from '@terrace/rules';
import { expect, test } from 'vitest';
import { Hand } from './pointer-input.svelte.ts';
import { Selection } from './selection.svelte.ts';
import type { Intent } from './selection-state.ts';

const at = (name: string): Square => {
  const square = parseSquare(8, name);
  if (square === undefined) throw new Error(`no square ${name}`);
  return square;
};
const mouse = { clientX: 0, clientY: 0, button: 0, buttons: 1, isPrimary: true, pointerType: 'mouse' };

/** A hand over a board where the piece on d2 may go to d3. */
function handFor(input: 'both' | 'click' | 'drag') {
  const made: Intent[] = [];
  const own = new Set([at('d2')]);
  const chooser = new Selection(
    () => ({ when: 'now', own, targets: () => new Set([at('d3')]), needsConfirmation: () => false }),
    (intent) => made.push(intent),
  );
  const hand = new Hand(
    () => chooser,
    () => own,
    () => input,
  );
  const drag = () => {
    hand.press(mouse, at('d2'));
    hand.move({ ...mouse, clientX: 40 });
    const followed = hand.dragging;
    hand.release(at('d3'));
    return followed;
  };
  const click = (square: string) => {
    hand.press(mouse, at(square));
    hand.release(at(square));
  };
  return { hand, chooser, made, drag, click };
}

const move = [{ type: 'move', from: at('d2'), to: at('d3') }];

test('a piece is drawn to where it goes, or chosen and then sent', () => {
  const drawn = handFor('both');
  expect(drawn.drag()).toBe(true);
  expect(drawn.made).toEqual(move);
  const sent = handFor('both');
  sent.click('d2');
  sent.click('d3');
  expect(sent.made).toEqual(move);
});

test('who only clicks draws nothing along', () => {
  const { drag, click, made } = handFor('click');
  expect(drag()).toBe(false);
  expect(made).toEqual([]);
  click('d3');
  expect(made).toEqual(move);
});

test('who only drags has nothing chosen after a click', () => {
  const { click, chooser, drag, made } = handFor('drag');
  click('d2');
  expect(chooser.choice.kind).toBe('none');
  drag();
  expect(made).toEqual(move);
});

test('the right button puts the piece back, also while the left one is down', () => {
  const { hand, chooser, made } = handFor('both');
  hand.press(mouse, at('d2'));
  hand.move({ ...mouse, clientX: 40, buttons: 3 });
  expect(chooser.choice.kind).toBe('none');
  expect(hand.holding).toBe(false);
  hand.release(at('d3'));
  expect(made).toEqual([]);
});

test('a finger on anything but an own piece may be the start of a scroll', () => {
  const { hand, chooser } = handFor('both');
  expect(hand.press({ ...mouse, pointerType: 'touch' }, at('d3'))).toBe(false);
  expect(hand.press({ ...mouse, pointerType: 'touch' }, at('d2'))).toBe(true);
  expect(chooser.choice.kind).toBe('selected');
});
