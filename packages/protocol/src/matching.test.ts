import { expect, test } from 'vitest';
import { matchKey, seekKey } from './matching.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

const times: readonly Settings['time'][] = [
  null,
  ...[1, 2, 12].map((perMoveMs) => ({ kind: 'days' as const, perMoveMs })),
  ...[1, 12].flatMap((initialMs) =>
    [1, 2, 21].map((incrementMs) => ({ kind: 'clock' as const, initialMs, incrementMs })),
  ),
];
const tables = times.flatMap((time) =>
  (['long', 'long6', 'custom'] as const).flatMap((setup) =>
    [true, false].flatMap((rated) =>
      (['standard', 'rank'] as const).flatMap((capture) =>
        (['standard', 'not-larger'] as const).map((sliding) => ({ setup, time, rated, rules: { capture, sliding } })),
      ),
    ),
  ),
);

test('tables match exactly if their setup, time, rating and rules are the same', () => {
  expect(new Set(tables.map(matchKey)).size).toBe(tables.length);
  const byHost: Settings = { ...DEFAULT_SETTINGS, starts: 'host' };
  expect(matchKey(byHost)).toBe(matchKey(DEFAULT_SETTINGS));
});

test('a seek matches tables of the default rules', () => {
  const { time, rated, rules } = DEFAULT_SETTINGS;
  const seek = seekKey({ setup: 'long', time, rated });
  expect(seek).toBe(matchKey({ setup: 'long', time, rated, rules }));
  expect(seek).not.toBe(matchKey({ setup: 'long', time, rated, rules: { ...rules, capture: 'rank' } }));
});
