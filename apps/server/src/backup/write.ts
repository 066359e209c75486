import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { type BackupHeader, type BackupLine, FORMAT, type OnBytes, type Snapshot, VERSION } from './format.ts';

/** Writes a snapshot as a backup. @returns the number of rows @throws the signal's reason when aborted */
export async function writeBackup(
  snapshot: Snapshot,
  sink: Writable,
  onBytes: OnBytes = () => undefined,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  async function* lines(): AsyncGenerator<string | Buffer> {
    const { takenAt, migrations, tables } = snapshot;
    yield line({ format: FORMAT, version: VERSION, takenAt, migrations, tables });
    for (const table of tables) {
      const hash = createHash('sha256');
      const { bytes, count } = snapshot.rows(table);
      for await (const piece of bytes as AsyncIterable<Buffer>) {
        hash.update(piece);
        onBytes(table.name, piece.length);
        yield line({ table: table.name, bytes: piece.length });
        yield piece;
      }
      const rows = await count();
      total += rows;
      yield line({ table: table.name, rows, sha256: hash.digest('hex') });
    }
    yield line({ end: true });
  }
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  try {
    await pipeline(lines, compress, sink, signal ? { signal } : {});
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
  return total;
}

const line = (record: BackupHeader | BackupLine): string => `${JSON.stringify(record)}\n`;
