import { CommandId, type LoggedEvent } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { nextEvents } from './log.ts';
import { accept, drop, type Outbox, put, restore, settle, store } from './outbox.ts';

const id = CommandId.parse('command-1');
const move = { type: 'move', ply: 3, from: 'a1', to: 'a2' } as const;
const event = (seq: number, commandId?: string): LoggedEvent => ({
  seq,
  at: 0,
  event: { type: 'started' },
  ...(commandId === undefined ? {} : { commandId: CommandId.parse(commandId) }),
});
const sent: Outbox = put([], id, move);

test('a command stays until an event carries its id, even when the answer was lost', () => {
  expect(settle(sent, [event(4, 'another-1')], 4)).toBe(sent);
  expect(settle(sent, [event(4, 'another-1'), event(5, 'command-1')], 5)).toEqual([]);
});

test('an accepted command stays until its events have come', () => {
  const accepted = accept(sent, id, 7);
  expect(settle(accepted, [event(6)], 6)).toEqual(accepted);
  expect(settle(accepted, [event(7)], 7)).toEqual([]);
});

test('a refused command leaves', () => {
  expect(drop(sent, id)).toEqual([]);
});

test('an unanswered move survives a reload, an accepted one need not', () => {
  expect(restore(store(sent))).toEqual(sent);
  expect(restore(store(accept(sent, id, 7)))).toEqual([]);
  expect(restore('nonsense')).toEqual([]);
  expect(restore(null)).toEqual([]);
});

test('repeated events are no news, and a missing one is a gap', () => {
  expect(nextEvents(3, [event(2), event(3)])).toEqual({ fresh: [], gap: false });
  expect(nextEvents(3, [event(5), event(4)])).toEqual({ fresh: [event(4), event(5)], gap: false });
  expect(nextEvents(3, [event(4), event(6)])).toEqual({ fresh: [event(4)], gap: true });
});
