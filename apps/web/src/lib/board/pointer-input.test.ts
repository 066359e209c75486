import { at } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { PointerInput } from './pointer-input.svelte.ts';
import { type Intent, Selection } from './selection.svelte.ts';

const mouse = { clientX: 0, clientY: 0, button: 0, buttons: 1, isPrimary: true, pointerType: 'mouse' };

function inputFor(setting: 'both' | 'click' | 'drag') {
  const made: Intent[] = [];
  const own = new Set([at('d2')]);
  const selection = new Selection(
    () => ({ when: 'now', own, targets: () => new Set([at('d3')]), takesOwn: () => false, asks: () => undefined }),
    (intent) => made.push(intent),
  );
  const input = new PointerInput(
    () => selection,
    () => own,
    () => setting,
  );
  const drag = () => {
    input.press(mouse, at('d2'));
    input.move({ ...mouse, clientX: 40 });
    const followed = input.dragging;
    input.release(at('d3'));
    return followed;
  };
  const click = (square: string) => {
    input.press(mouse, at(square));
    input.release(at(square));
  };
  return { input, selection, made, drag, click };
}

const move = [{ type: 'move', from: at('d2'), to: at('d3'), sure: false }];

test('a piece can be dragged, or selected and then moved by a click', () => {
  const drawn = inputFor('both');
  expect(drawn.drag()).toBe(true);
  expect(drawn.made).toEqual(move);
  const sent = inputFor('both');
  sent.click('d2');
  sent.click('d3');
  expect(sent.made).toEqual(move);
});

test('with click input a press does not drag', () => {
  const { drag, click, made } = inputFor('click');
  expect(drag()).toBe(false);
  expect(made).toEqual([]);
  click('d3');
  expect(made).toEqual(move);
});

test('with drag input a click leaves nothing selected', () => {
  const { click, selection, drag, made } = inputFor('drag');
  click('d2');
  expect(selection.state.kind).toBe('none');
  drag();
  expect(made).toEqual(move);
});

test('the right button puts the piece back, even while the left button is down', () => {
  const { input, selection, made } = inputFor('both');
  input.press(mouse, at('d2'));
  input.move({ ...mouse, clientX: 40, buttons: 3 });
  expect(selection.state.kind).toBe('none');
  expect(input.holding).toBe(false);
  input.release(at('d3'));
  expect(made).toEqual([]);
});

test('a touch outside own pieces is not handled, since it may start a scroll', () => {
  const { input, selection } = inputFor('both');
  expect(input.press({ ...mouse, pointerType: 'touch' }, at('d3'))).toBe(false);
  expect(input.press({ ...mouse, pointerType: 'touch' }, at('d2'))).toBe(true);
  expect(selection.state.kind).toBe('selected');
});
