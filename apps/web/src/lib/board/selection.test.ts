import { at } from '@terrace/testing/boards';
import { describe, expect, test } from 'vitest';
import {
  type Intent,
  type Movable,
  NO_SELECTION,
  type SelectionInput,
  type SelectionState,
  transition,
} from './selection.svelte.ts';

/** c2 can capture the T on b1; e4 can capture own pieces on f5, which can move, and on d5, which cannot. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  c2: ['c3', 'b1'],
  d2: ['d3'],
  b1: ['a1'],
  e4: ['e3', 'f5', 'd5'],
  f5: ['f6'],
};
const OWN = ['b1', 'f5', 'd5'].map((name) => at(name));
const board: Movable = {
  when: 'now',
  own: new Set(Object.keys(MOVES).map((name) => at(name))),
  targets: (from) =>
    new Set(Object.entries(MOVES).flatMap(([name, to]) => (at(name) === from ? to.map((each) => at(each)) : []))),
  takesOwn: (_from, to) => OWN.includes(to),
  asks: (_from, to) => (to === at('b1') ? 'own-t' : undefined),
};
const asking: Movable = { ...board, asks: (from, to) => board.asks(from, to) ?? 'move' };
const nothingToPlay: Movable = {
  when: 'never',
  own: new Set(),
  targets: () => new Set(),
  takesOwn: () => false,
  asks: () => undefined,
};

function walk(inputs: readonly SelectionInput[], start: SelectionState = NO_SELECTION, on: Movable = board) {
  const intents: Intent[] = [];
  let state = start;
  for (const input of inputs) {
    const next = transition(state, input, on);
    state = next.state;
    if (next.intent !== undefined) intents.push(next.intent);
  }
  return { state, intents };
}

const press = (name: string): SelectionInput => ({ type: 'press', square: at(name) });
const release = (name: string, dragged = false): SelectionInput => ({ type: 'release', square: at(name), dragged });
const choose = (name: string): SelectionInput => ({ type: 'choose', square: at(name) });
const click = (name: string) => [press(name), release(name)];
const drag = (from: string, to: string) => [press(from), release(to, true)];
const moved = (from: string, to: string, sure = false): Intent => ({ type: 'move', from: at(from), to: at(to), sure });

describe('clicking', () => {
  test('an own piece selects it, and then a target moves it', () => {
    expect(walk([...click('d2'), ...click('d3')])).toEqual({
      state: NO_SELECTION,
      intents: [moved('d2', 'd3')],
    });
  });

  test('the selected piece again deselects it', () => {
    expect(walk([...click('d2'), ...click('d2')]).state).toEqual(NO_SELECTION);
  });

  test('another own piece changes the selection', () => {
    expect(walk([...click('d2'), ...click('c2')])).toEqual({
      state: { kind: 'selected', from: at('c2'), held: false },
      intents: [],
    });
  });

  test('a square that is not a target is refused, and the piece stays selected', () => {
    expect(walk([...click('d2'), ...click('h8')])).toEqual({
      state: { kind: 'selected', from: at('d2'), held: false },
      intents: [{ type: 'refused', from: at('d2'), to: at('h8') }],
    });
  });

  test('a square without a movable piece is inspected', () => {
    expect(walk(click('h8')).intents).toEqual([{ type: 'inspect', square: at('h8') }]);
    expect(walk(click('d2'), NO_SELECTION, nothingToPlay).intents).toEqual([{ type: 'inspect', square: at('d2') }]);
  });

  test('Esc or the right button cancels the selection', () => {
    expect(walk([...click('d2'), { type: 'cancel' }]).state).toEqual(NO_SELECTION);
  });
});

describe('dragging', () => {
  test('to a target moves', () => {
    expect(walk([press('d2'), release('d3', true)]).intents).toEqual([moved('d2', 'd3')]);
  });

  test('back to its square leaves the piece selected', () => {
    const { state } = walk([...click('d2'), press('d2'), release('d2', true)]);
    expect(state).toEqual({ kind: 'selected', from: at('d2'), held: false });
  });

  test('off the board leaves the piece selected', () => {
    const { state, intents } = walk([press('d2'), { type: 'release', square: undefined, dragged: true }]);
    expect(state).toEqual({ kind: 'selected', from: at('d2'), held: false });
    expect(intents).toEqual([]);
  });

  test('is cancelled when the opponent captures the piece', () => {
    const { state, intents } = walk(
      [{ type: 'refresh' }, release('d3', true)],
      walk([press('d2')]).state,
      nothingToPlay,
    );
    expect(state).toEqual(NO_SELECTION);
    expect(intents).toEqual([]);
  });
});

describe('keys and screen readers', () => {
  test('choosing a piece and then a target moves', () => {
    expect(walk([choose('d2'), choose('d3')]).intents).toEqual([moved('d2', 'd3')]);
  });

  test('choosing the selected piece deselects it', () => {
    expect(walk([choose('d2'), choose('d2')]).state).toEqual(NO_SELECTION);
  });
});

describe('taking an own piece', () => {
  const armed = { from: at('e4'), to: at('f5') };

  test('a click on it selects it and arms its capture; a second click captures it', () => {
    const first = walk([...click('e4'), ...click('f5')]);
    expect(first).toEqual({ state: { kind: 'selected', from: at('f5'), held: false, armed }, intents: [] });
    expect(walk(click('f5'), first.state)).toEqual({ state: NO_SELECTION, intents: [moved('e4', 'f5')] });
  });

  test('after the first click it moves like any selected piece, by click or drag', () => {
    expect(walk([...click('e4'), ...click('f5'), ...click('f6')]).intents).toEqual([moved('f5', 'f6')]);
    expect(walk([...click('e4'), ...click('f5'), ...drag('f5', 'f6')]).intents).toEqual([moved('f5', 'f6')]);
    expect(walk([...click('e4'), ...drag('f5', 'f6')]).intents).toEqual([moved('f5', 'f6')]);
  });

  test('if it cannot move, the capturing piece stays selected, and a second click captures it', () => {
    const first = walk([...click('e4'), ...click('d5')]);
    expect(first.state).toEqual({
      kind: 'selected',
      from: at('e4'),
      held: false,
      armed: { from: at('e4'), to: at('d5') },
    });
    expect(walk(click('d5'), first.state).intents).toEqual([moved('e4', 'd5')]);
    expect(walk(click('e3'), first.state).intents).toEqual([moved('e4', 'e3')]);
  });

  test('any other click disarms the capture and acts as usual', () => {
    const first = walk([...click('e4'), ...click('f5')]).state;
    expect(walk(click('d2'), first).state).toEqual({ kind: 'selected', from: at('d2'), held: false });
    expect(walk(click('e4'), first).state).toEqual({ kind: 'selected', from: at('e4'), held: false });
    const elsewhere = walk(click('h8'), first);
    expect(elsewhere.state).toEqual({ kind: 'selected', from: at('f5'), held: false });
    expect(walk(click('f5'), elsewhere.state)).toEqual({ state: NO_SELECTION, intents: [] });
    expect(walk([{ type: 'cancel' }], first).state).toEqual(NO_SELECTION);
  });

  test('a drag away and back leaves it selected and disarmed', () => {
    const first = walk([...click('e4'), ...click('f5')]).state;
    expect(walk(drag('f5', 'f5'), first)).toEqual({
      state: { kind: 'selected', from: at('f5'), held: false },
      intents: [],
    });
  });

  test('a drag onto it or a typed move captures it at once', () => {
    expect(walk(drag('e4', 'f5')).intents).toEqual([moved('e4', 'f5')]);
    expect(walk([{ type: 'play', from: at('e4'), to: at('f5') }]).intents).toEqual([moved('e4', 'f5', true)]);
  });

  test('choosing it twice with keys equals two clicks', () => {
    const first = walk([choose('e4'), choose('f5')]);
    expect(first).toEqual({ state: { kind: 'selected', from: at('f5'), held: false, armed }, intents: [] });
    expect(walk([choose('f5')], first.state).intents).toEqual([moved('e4', 'f5')]);
    expect(walk([choose('e4'), choose('d5'), choose('d5')]).intents).toEqual([moved('e4', 'd5')]);
  });

  test('is disarmed when the position no longer allows it', () => {
    const first = walk([...click('e4'), ...click('f5')]).state;
    expect(walk([{ type: 'refresh' }], first).state).toEqual(first);
    const gone: Movable = { ...board, targets: (from) => new Set(from === at('f5') ? [at('f6')] : []) };
    expect(walk([{ type: 'refresh' }], first, gone).state).toEqual({ kind: 'selected', from: at('f5'), held: false });
  });
});

describe('taking one’s own T', () => {
  const question = { kind: 'confirming', from: at('c2'), to: at('b1'), question: 'own-t' };
  const asked = walk([...click('c2'), ...click('b1'), ...click('b1')]);

  test('needs a confirmation after two clicks, a drag or a typed move', () => {
    expect(walk([...click('c2'), ...click('b1')]).state).toMatchObject({ kind: 'selected', from: at('b1') });
    expect(asked).toEqual({ state: question, intents: [] });
    expect(walk(drag('c2', 'b1'))).toEqual({ state: question, intents: [] });
    expect(walk([{ type: 'play', from: at('c2'), to: at('b1') }])).toEqual({ state: question, intents: [] });
  });

  test('happens after a yes; another click does not count as one', () => {
    expect(walk([{ type: 'confirm' }], asked.state).intents).toEqual([moved('c2', 'b1', true)]);
    expect(walk(click('b1'), asked.state)).toEqual({
      state: { kind: 'selected', from: at('b1'), held: false },
      intents: [],
    });
  });

  test('is cancelled by any other input', () => {
    expect(walk(click('d2'), asked.state).state).toEqual({ kind: 'selected', from: at('d2'), held: false });
    expect(walk([{ type: 'cancel' }], asked.state).state).toEqual(NO_SELECTION);
    expect(walk([{ type: 'refresh' }], asked.state, nothingToPlay).state).toEqual(NO_SELECTION);
  });
});

describe('with move confirmation enabled', () => {
  const asked = walk([...click('d2'), ...click('d3')], NO_SELECTION, asking);

  test('a move is confirmed by a second click on its target or a yes', () => {
    expect(asked).toEqual({
      state: { kind: 'confirming', from: at('d2'), to: at('d3'), question: 'move' },
      intents: [],
    });
    expect(walk(click('d3'), asked.state, asking)).toEqual({
      state: NO_SELECTION,
      intents: [moved('d2', 'd3', true)],
    });
    expect(walk([choose('d3')], asked.state, asking).intents).toEqual([moved('d2', 'd3', true)]);
    expect(walk([{ type: 'confirm' }], asked.state, asking).intents).toEqual([moved('d2', 'd3', true)]);
  });

  test('two clicks capture an own piece, and the own T needs its confirmation', () => {
    const armed = walk([...click('e4'), ...click('f5')], NO_SELECTION, asking).state;
    expect(walk(click('f5'), armed, asking).intents).toEqual([moved('e4', 'f5', true)]);
    expect(walk(drag('e4', 'f5'), NO_SELECTION, asking).state.kind).toBe('confirming');
    const t = walk([...click('c2'), ...click('b1'), ...click('b1')], NO_SELECTION, asking).state;
    expect(t).toMatchObject({ kind: 'confirming', question: 'own-t' });
  });
});

describe('premoves', () => {
  const ahead: Movable = { ...board, when: 'ahead' };
  const queued: SelectionState = { kind: 'queued', from: at('d2'), to: at('d3') };

  test('a move chosen during another side’s turn is queued, by clicks and by keys', () => {
    expect(walk([...click('d2'), ...click('d3')], NO_SELECTION, ahead)).toEqual({ state: queued, intents: [] });
    expect(walk([choose('d2'), choose('d3')], NO_SELECTION, ahead)).toEqual({ state: queued, intents: [] });
  });

  test('the turn plays it once', () => {
    expect(walk([{ type: 'refresh' }, { type: 'refresh' }], queued)).toEqual({
      state: NO_SELECTION,
      intents: [{ ...moved('d2', 'd3', true), premoved: true }],
    });
  });

  test('the turn drops it when it is illegal', () => {
    const elsewhere: Movable = { ...board, targets: () => new Set([at('h8')]) };
    expect(walk([{ type: 'refresh' }], queued, elsewhere)).toEqual({
      state: NO_SELECTION,
      intents: [{ type: 'dropped', from: at('d2'), to: at('d3') }],
    });
  });

  test('it waits during other sides’ turns and while an earlier position is shown', () => {
    expect(walk([{ type: 'refresh' }], queued, ahead).state).toEqual(queued);
    expect(walk([{ type: 'refresh' }], queued, nothingToPlay).state).toEqual(queued);
    expect(walk([choose('h8')], queued, ahead).state).toEqual(queued);
  });

  test('Esc, the right button and its piece cancel it; another piece replaces it', () => {
    expect(walk([{ type: 'cancel' }], queued, ahead).state).toEqual(NO_SELECTION);
    expect(walk(click('d2'), queued, ahead)).toEqual({ state: NO_SELECTION, intents: [] });
    expect(walk([choose('d2')], queued, ahead).state).toEqual(NO_SELECTION);
    expect(walk(click('c2'), queued, ahead).state).toEqual({ kind: 'selected', from: at('c2'), held: false });
  });

  test('capturing an own piece takes two clicks', () => {
    const first = walk([...click('e4'), ...click('f5')], NO_SELECTION, ahead).state;
    expect(first.kind).toBe('selected');
    expect(walk(click('f5'), first, ahead).state).toEqual({ kind: 'queued', from: at('e4'), to: at('f5') });
  });

  test('capturing the own T is confirmed and then queued', () => {
    const asked = walk([...click('c2'), ...click('b1'), ...click('b1')], NO_SELECTION, ahead);
    expect(asked.state.kind).toBe('confirming');
    expect(walk([{ type: 'confirm' }], asked.state, ahead)).toEqual({
      state: { kind: 'queued', from: at('c2'), to: at('b1') },
      intents: [],
    });
  });
});
