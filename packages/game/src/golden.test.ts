import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EndReason, GameEvent } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { foldedText, readGoldenLog } from './testing/golden.ts';

const folder = join(import.meta.dirname, '../golden');
const files = globSync('*/*.log.jsonl', { cwd: folder });
const recordedFiles = globSync('*/*.folded.jsonl', { cwd: folder }); // before this run records new ones
const logs = files.map((file) => ({ file, log: readGoldenLog(readFileSync(join(folder, file), 'utf8')) }));
const events = logs.flatMap(({ log }) => log.map(({ event }) => event));

test.for(logs)('$file folds to its recorded state', async ({ file, log }) => {
  const recorded = join(folder, file.replace('.log.jsonl', '.folded.jsonl'));
  await expect(foldedText(log)).toMatchFileSnapshot(recorded);
});

test('golden logs contain every event type, with and without each optional field', () => {
  const missing = GameEvent.def.options.flatMap(({ shape }) => {
    const type = shape.type.def.values[0];
    const ofType = events.filter((event) => event.type === type);
    const optional = Object.entries(shape).flatMap(([field, schema]) =>
      schema.def.type === 'optional' ? [field] : [],
    );
    const withField = (field: string) => ofType.some((event) => field in event);
    const withoutField = (field: string) => ofType.some((event) => !(field in event));
    return [
      ...(ofType.length > 0 ? [] : [type]),
      ...optional.flatMap((field) => (withField(field) ? [] : [`${type} with ${field}`])),
      ...optional.flatMap((field) => (withoutField(field) ? [] : [`${type} without ${field}`])),
    ];
  });
  expect(missing).toEqual([]);
});

test('golden logs contain every way to end a game, close it and lose a player', () => {
  const ways = GameEvent.def.options.flatMap(({ shape }) =>
    'by' in shape ? shape.by.options.map((by) => `${shape.type.def.values[0]} by ${by}`) : [],
  );
  const covered = new Set(events.flatMap((event) => ('by' in event ? [`${event.type} by ${event.by}`] : [])));
  expect(ways.filter((way) => !covered.has(way))).toEqual([]);
  const ends = new Set(events.flatMap((event) => (event.type === 'ended' ? [event.result.by] : [])));
  expect(EndReason.options.filter((by) => !ends.has(by))).toEqual([]);
});

test('every golden log has a recorded state, and every recorded state a log', () => {
  const stems = (names: readonly string[]) =>
    names.map((name) => name.replace(/\.(log|folded)\.jsonl$/, '')).toSorted();
  expect(stems(recordedFiles)).toEqual(stems(files));
});
