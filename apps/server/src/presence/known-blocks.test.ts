import { PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { rememberBlocks } from './known-blocks.ts';

const ann = PlayerId.parse('player-ann'.padEnd(20, '0'));
const ben = PlayerId.parse('player-ben'.padEnd(20, '0'));

function remembered() {
  const read: PlayerId[] = [];
  const told = { changed: (_: readonly PlayerId[]): void => undefined, connected: (_: boolean): void => undefined };
  let failing = false;
  const apartFrom = rememberBlocks({
    async apartFrom(player) {
      read.push(player);
      if (failing) throw new Error('the database is busy');
      return new Set([ben]);
    },
    onBlocksChanged: (listener) => {
      told.changed = listener;
    },
    cluster: {
      onFullyConnected: (listener) => {
        told.connected = listener;
      },
    },
  });
  return {
    apartFrom,
    read,
    told,
    fail(isOn: boolean): void {
      failing = isOn;
    },
  };
}

test('blocks are read once, and again after they change or messages may be missing', async () => {
  const { apartFrom, read, told } = remembered();
  await Promise.all([apartFrom(ann), apartFrom(ann)]);
  expect([...(await apartFrom(ann))]).toEqual([ben]);
  expect(read).toEqual([ann]);
  told.changed([ben]);
  await apartFrom(ann);
  expect(read).toEqual([ann]);
  told.changed([ann]);
  await apartFrom(ann);
  told.connected(true);
  await apartFrom(ann);
  expect(read).toEqual([ann, ann, ann]);
});

test('a failed read is not remembered', async () => {
  const { apartFrom, read, fail } = remembered();
  fail(true);
  await expect(apartFrom(ann)).rejects.toThrow('the database is busy');
  fail(false);
  expect([...(await apartFrom(ann))]).toEqual([ben]);
  expect(read).toEqual([ann, ann]);
});
