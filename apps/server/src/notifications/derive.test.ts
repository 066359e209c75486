import { DEFAULT_SETTINGS, type GameEvent, GameId, type LoggedEvent, type Player, PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { causesOfCommit } from './derive.ts';

const player = (name: string): Player => ({ id: PlayerId.parse(name.padEnd(20, '0')), name });

test('the notice that an organiser without a seat closes a table names the organiser', () => {
  const [organiser, south, north] = [player('olga'), player('sven'), player('nora')];
  const gameId = GameId.parse('AbCdEfGhIjKl');
  const events: readonly (readonly [Player, GameEvent])[] = [
    [organiser, { type: 'created', settings: { ...DEFAULT_SETTINGS, time: null }, host: organiser }],
    [organiser, { type: 'reserved', side: 'south', player: south }],
    [organiser, { type: 'reserved', side: 'north', player: north }],
    [south, { type: 'seated', side: 'south', player: south }],
    [organiser, { type: 'closed', by: 'host' }],
  ];
  const log = events.map(([by, event], i): LoggedEvent => ({ seq: i + 1, at: 1000 + i, by: by.id, event }));
  const { causes } = causesOfCommit({ gameId, log, after: 4, seq: 5, changes: undefined });
  const details = { kind: 'answered', by: organiser, accepted: false, closed: true };
  expect(causes).toMatchObject([{ to: south.id, details }]);
});
