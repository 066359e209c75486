import { GameEvent, Player } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { EVENT_TRAITS, endsGame, finishesGame, resultIn, startsGame, traitsOf } from './event-traits.ts';

test('every event with a player names the field, so that a name can be found in a stored log', () => {
  const named = GameEvent.def.options.map(({ shape }) => [
    shape.type.def.values[0],
    Object.entries(shape).find(([, schema]) => schema === Player)?.[0] ?? null,
  ]);
  const declared = Object.entries(EVENT_TRAITS).map(([type, { named: field }]) => [type, field]);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(declared));
});

test('a game is finished when it ends with a result or its table closes', () => {
  const event: GameEvent = {
    type: 'ended',
    result: { winner: 'south', by: 'arrival', places: [['south'], ['north']] },
  };
  expect([startsGame([{ event }]), endsGame([{ event }]), finishesGame([{ event }])]).toEqual([false, true, true]);
  expect(resultIn([{ event }])?.winner).toBe('south');
  const closed: GameEvent = { type: 'closed', by: 'host' };
  expect([endsGame([{ event: closed }]), finishesGame([{ event: closed }])]).toEqual([false, true]);
  expect(traitsOf(closed).status).toBe('closed');
});
