import { MINUTE_MS, PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { rememberBlocks } from './known-blocks.ts';

const ann = PlayerId.parse('player-ann'.padEnd(20, '0'));
const ben = PlayerId.parse('player-ben'.padEnd(20, '0'));

function remembered() {
  const read: PlayerId[] = [];
  const told = { changed: (_: readonly PlayerId[]): void => undefined, gap: (): void => undefined };
  let failing = false;
  let time = 0;
  const { read: readBlocks, last } = rememberBlocks({
    async apartFrom(player) {
      read.push(player);
      if (failing) throw new Error('the database is busy');
      return new Set([ben]);
    },
    onBlocksChanged: (listener) => {
      told.changed = listener;
    },
    cluster: {
      onGap: (listener) => {
        told.gap = () => listener('another-node');
      },
      onFullyConnected: () => undefined,
    },
    now: () => time,
  });
  return {
    apartFrom: readBlocks,
    last,
    read,
    told,
    wait(ms: number): void {
      time += ms;
    },
    fail(isOn: boolean): void {
      failing = isOn;
    },
  };
}

test('blocks are read once, and again after they change, messages were lost, or a minute', async () => {
  const { apartFrom, read, told, wait } = remembered();
  await Promise.all([apartFrom(ann), apartFrom(ann)]);
  expect([...(await apartFrom(ann))]).toEqual([ben]);
  expect(read).toEqual([ann]);
  told.changed([ben]);
  await apartFrom(ann);
  expect(read).toEqual([ann]);
  told.changed([ann]);
  await apartFrom(ann);
  told.gap();
  await apartFrom(ann);
  expect(read).toEqual([ann, ann, ann]);
  wait(MINUTE_MS - 1);
  await apartFrom(ann);
  expect(read).toHaveLength(3);
  wait(1);
  await apartFrom(ann);
  expect(read).toHaveLength(4);
});

test('the last blocks stay known while they are read again, until a change or lost messages', async () => {
  const { apartFrom, last, told, wait, fail } = remembered();
  expect(last(ann)).toBeUndefined();
  await apartFrom(ann);
  wait(MINUTE_MS);
  fail(true);
  await expect(apartFrom(ann)).rejects.toThrow('the database is busy');
  expect(last(ann)).toEqual(new Set([ben]));
  told.changed([ann]);
  expect(last(ann)).toBeUndefined();
  fail(false);
  await apartFrom(ann);
  told.gap();
  expect(last(ann)).toBeUndefined();
});

test('a failed read is not remembered', async () => {
  const { apartFrom, read, fail } = remembered();
  fail(true);
  await expect(apartFrom(ann)).rejects.toThrow('the database is busy');
  fail(false);
  expect([...(await apartFrom(ann))]).toEqual([ben]);
  expect(read).toEqual([ann, ann]);
});
