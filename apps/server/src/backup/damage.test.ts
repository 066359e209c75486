import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { StartError } from '../runtime/errors.ts';
import type { BackupHeader, Snapshot } from './format.ts';
import { checkBackup, readBackup } from './read.ts';
import { writeBackup } from './write.ts';

const header: Pick<BackupHeader, 'takenAt' | 'migrations' | 'tables'> = {
  takenAt: '2026-01-01T00:00:00.000Z',
  migrations: ['1_init'],
  tables: [
    { name: 'game', columns: ['id', 'seq'], counters: { seq: '9007199254740993' } },
    { name: 'none', columns: ['id'], counters: {} },
    { name: 'player', columns: ['name'], counters: {} },
  ],
};
const rows: Readonly<Record<string, readonly string[]>> = {
  game: ['a\t1\n', '\\.\n{"end":true}\n', 'b\t'.repeat(50_000)],
  player: ['Ünïcode 🏔\n'],
};
const snapshot: Snapshot = {
  ...header,
  rows: ({ name }) => ({
    bytes: Readable.from((rows[name] ?? []).map((text) => Buffer.from(text))),
    count: async () => rows[name]?.length ?? 0,
  }),
};

async function written(): Promise<Buffer> {
  const sink = new PassThrough();
  const [file] = await Promise.all([buffer(sink), writeBackup(snapshot, sink)]);
  return file;
}

const read = (file: Buffer): Promise<unknown> =>
  readBackup(Readable.from([file]), async (backup) => {
    const found: Record<string, string> = {};
    for (const { name } of backup.header.tables) {
      await backup.readTable(name, async (pieces) => {
        const all: Buffer[] = [];
        for await (const piece of pieces) all.push(piece);
        found[name] = Buffer.concat(all).toString();
      });
    }
    await backup.readEnd();
    return found;
  });
const complete = { game: rows.game?.join(''), none: '', player: rows.player?.join('') };

test('a backup reads back what was written, even rows that look like control lines', async () => {
  const file = await written();
  expect(await read(file)).toEqual(complete);
  expect(await checkBackup(Readable.from([file]))).toMatchObject(header);
});

test('a backup cut off or changed in one bit anywhere is refused or still complete', async () => {
  const file = await written();
  const flipBit = (at: number) => {
    const copy = Buffer.from(file);
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
    return copy;
  };
  let refused = 0;
  for (let at = 0; at < file.length; at += 1) {
    for (const damaged of [file.subarray(0, at), flipBit(at)]) {
      const outcome = await read(damaged).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(StartError);
        expect(outcome.message).toMatch(
          /^(The backup is damaged or incomplete|This is not a Terrace backup|The backup was made by)/,
        );
        refused += 1;
      } else {
        expect(outcome).toEqual(complete);
      }
    }
  }
  expect(refused).toBeGreaterThan(file.length * 1.8);
});

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const first = { format: 'terrace backup', version: 1, ...header };

test.each([
  ['a picture', Buffer.from('GIF89a…'), 'This is not a Terrace backup.'],
  [
    'an empty file',
    Buffer.alloc(0),
    'The backup is damaged or incomplete (unexpected end of file). Use another backup.',
  ],
  ['a file compressed with gzip', gzipSync(line(first)), 'This is not a Terrace backup.'],
  ['another compressed file', zstdCompressSync('hello\n'), 'This is not a Terrace backup.'],
  ['a later format', zstdCompressSync(line({ ...first, version: 2 })), /made by a newer version of Terrace/],
  ['an incomplete header', zstdCompressSync(line({ ...first, tables: 0 })), /the header cannot be read/],
  ['an endless line', zstdCompressSync(' '.repeat(3_000_000)), /damaged or incomplete/],
  ['another table', zstdCompressSync(line(first) + line({ table: 'none', bytes: 1 })), /rows of game are missing/],
  ['an oversized piece', zstdCompressSync(line(first) + line({ table: 'game', bytes: 1e9 })), /cannot be read/],
])('%s is refused', async (_, file, sentence) => {
  await expect(checkBackup(Readable.from([file]))).rejects.toThrow(sentence);
});

test('data after the end is refused', async () => {
  const sink = new PassThrough();
  const [file] = await Promise.all([buffer(sink), writeBackup({ ...snapshot, tables: [] }, sink)]);
  const more = zstdCompressSync('more');
  await expect(checkBackup(Readable.from([file, more]))).rejects.toThrow(StartError);
});
