import { parseSquare, type Square } from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import {
  type Intent,
  type Movable,
  NO_SELECTION,
  type SelectionInput,
  type SelectionState,
  transition,
} from './selection-state.ts';

const at = (name: string): Square => {
  const square = parseSquare(8, name);
  if (square === undefined) throw new Error(`no square ${name}`);
  return square;
};

/** South may move c2 and d2; c2 may take its own T on b1. */
const board: Movable = {
  when: 'now',
  own: new Set([at('c2'), at('d2'), at('b1')]),
  targets: (from) => new Set(from === at('c2') ? [at('c3'), at('b1')] : from === at('d2') ? [at('d3')] : []),
  needsConfirmation: (from, to) => from === at('c2') && to === at('b1'),
};
const nothingToPlay: Movable = {
  when: 'never',
  own: new Set(),
  targets: () => new Set(),
  needsConfirmation: () => false,
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

describe('clicking', () => {
  test('an own piece selects it, a target moves it', () => {
    expect(walk([...click('d2'), ...click('d3')])).toEqual({
      state: NO_SELECTION,
      intents: [{ type: 'move', from: at('d2'), to: at('d3') }],
    });
  });

  test('the selected piece again puts it down', () => {
    expect(walk([...click('d2'), ...click('d2')]).state).toEqual(NO_SELECTION);
  });

  test('another own piece changes the selection', () => {
    expect(walk([...click('d2'), ...click('c2')])).toEqual({
      state: { kind: 'selected', from: at('c2'), held: false },
      intents: [],
    });
  });

  test('a square that is no target is refused, and the piece stays selected', () => {
    expect(walk([...click('d2'), ...click('h8')])).toEqual({
      state: { kind: 'selected', from: at('d2'), held: false },
      intents: [{ type: 'refused', from: at('d2'), to: at('h8') }],
    });
  });

  test('a square that begins no move is only looked at', () => {
    expect(walk(click('h8')).intents).toEqual([{ type: 'inspect', square: at('h8') }]);
    expect(walk(click('d2'), NO_SELECTION, nothingToPlay).intents).toEqual([{ type: 'inspect', square: at('d2') }]);
  });

  test('Esc or the right button cancels', () => {
    expect(walk([...click('d2'), { type: 'cancel' }]).state).toEqual(NO_SELECTION);
  });
});

describe('dragging', () => {
  test('to a target moves', () => {
    expect(walk([press('d2'), release('d3', true)]).intents).toEqual([{ type: 'move', from: at('d2'), to: at('d3') }]);
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

  test('the opponent moving meanwhile takes the state away when the piece is gone', () => {
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
    expect(walk([choose('d2'), choose('d3')]).intents).toEqual([{ type: 'move', from: at('d2'), to: at('d3') }]);
  });

  test('choosing the selected piece puts it down', () => {
    expect(walk([choose('d2'), choose('d2')]).state).toEqual(NO_SELECTION);
  });
});

describe('taking one’s own T', () => {
  const asked = walk([...click('c2'), ...click('b1')]);

  test('asks first', () => {
    expect(asked).toEqual({ state: { kind: 'confirming', from: at('c2'), to: at('b1') }, intents: [] });
  });

  test('happens after a yes', () => {
    expect(walk([{ type: 'confirm' }], asked.state).intents).toEqual([{ type: 'move', from: at('c2'), to: at('b1') }]);
  });

  test('is forgotten when anything else is done', () => {
    expect(walk(click('d2'), asked.state).state).toEqual({ kind: 'selected', from: at('d2'), held: false });
    expect(walk([{ type: 'cancel' }], asked.state).state).toEqual(NO_SELECTION);
    expect(walk([{ type: 'refresh' }], asked.state, nothingToPlay).state).toEqual(NO_SELECTION);
  });
});

describe('choosing ahead', () => {
  const ahead: Movable = { ...board, when: 'ahead' };
  const queued: SelectionState = { kind: 'queued', from: at('d2'), to: at('d3') };

  test('a move chosen while another side thinks is queued, by clicks and by keys', () => {
    expect(walk([...click('d2'), ...click('d3')], NO_SELECTION, ahead)).toEqual({ state: queued, intents: [] });
    expect(walk([choose('d2'), choose('d3')], NO_SELECTION, ahead)).toEqual({ state: queued, intents: [] });
  });

  test('the turn makes it, once', () => {
    expect(walk([{ type: 'refresh' }, { type: 'refresh' }], queued)).toEqual({
      state: NO_SELECTION,
      intents: [{ type: 'move', from: at('d2'), to: at('d3') }],
    });
  });

  test('the turn drops it when it is not legal then', () => {
    const elsewhere: Movable = { ...board, targets: () => new Set([at('h8')]) };
    expect(walk([{ type: 'refresh' }], queued, elsewhere)).toEqual({
      state: NO_SELECTION,
      intents: [{ type: 'dropped', from: at('d2'), to: at('d3') }],
    });
  });

  test('it waits while others move and while an earlier position is looked at', () => {
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

  test('taking the own T is asked about first, and then queued', () => {
    const asked = walk([...click('c2'), ...click('b1')], NO_SELECTION, ahead);
    expect(asked.state.kind).toBe('confirming');
    expect(walk([{ type: 'confirm' }], asked.state, ahead)).toEqual({
      state: { kind: 'queued', from: at('c2'), to: at('b1') },
      intents: [],
    });
  });
});
