import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { errorCode, errorMessage, StartError } from '../runtime/errors.ts';
import { createByteReader } from './byte-reader.ts';
import { AnyHeader, BackupHeader, BackupLine, MAX_LINE, type OnBytes, VERSION } from './format.ts';

export type Backup = {
  readonly header: BackupHeader;
  /** Passes the next table's rows to `take`, which must read them all, and verifies them. @returns the row count */
  readTable(name: string, take: (rows: AsyncIterable<Buffer>) => Promise<void>): Promise<number>;
  readEnd(): Promise<void>;
};

/** Reads a backup at the speed of `work`. @throws StartError if it is not a backup or damaged */
export async function readBackup<T>(
  source: Readable,
  work: (backup: Backup) => Promise<T>,
  onBytes: OnBytes = () => undefined,
): Promise<T> {
  try {
    return await pipeline(source, createZstdDecompress({ chunkSize: 131_072 }), async (bytes) =>
      work(await begin(bytes, onBytes)),
    );
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ZSTD_error_prefix_unknown') throw new StartError('This is not a Terrace backup.', { cause: error });
    if (code.startsWith('ZSTD_') || code.startsWith('Z_')) throw damaged(errorMessage(error), error);
    if (code === 'ERR_STREAM_PREMATURE_CLOSE') throw damaged('data follows the end', error);
    throw error;
  }
}

/** Verifies a complete backup without storing it. @throws StartError if it is not a backup or damaged */
export const checkBackup = (source: Readable, onBytes?: OnBytes): Promise<BackupHeader> =>
  readBackup(
    source,
    async (backup) => {
      for (const { name } of backup.header.tables) await backup.readTable(name, discard);
      await backup.readEnd();
      return backup.header;
    },
    onBytes,
  );

export async function discard(rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of rows);
}

async function begin(bytes: AsyncIterable<Buffer>, onBytes: OnBytes): Promise<Backup> {
  const reader = createByteReader(bytes);
  const header = parseHeader(await reader.line(MAX_LINE));

  async function next(): Promise<BackupLine> {
    const text = await reader.line(MAX_LINE);
    if (text === undefined) throw damaged('it ends early');
    const line = BackupLine.safeParse(parseJson(text));
    if (!line.success) throw damaged('a line cannot be read');
    return line.data;
  }

  return {
    header,
    async readTable(name, take) {
      const hash = createHash('sha256');
      let rows: number | undefined;
      async function* pieces(): AsyncGenerator<Buffer> {
        for (;;) {
          const line = await next();
          if (!('table' in line) || line.table !== name) throw damaged(`rows of ${name} are missing`);
          if ('bytes' in line) {
            const piece = await reader.bytes(line.bytes);
            if (piece === undefined) throw damaged('it ends early');
            hash.update(piece);
            onBytes(name, piece.length);
            yield piece;
          } else {
            if (line.sha256 !== hash.digest('hex')) throw damaged(`the checksum of ${name} does not match`);
            rows = line.rows;
            return;
          }
        }
      }
      await take(pieces());
      if (rows === undefined) throw new Error(`the rows of ${name} were not read completely`);
      return rows;
    },
    async readEnd() {
      if (!('end' in (await next())) || !(await reader.isAtEnd())) throw damaged('the end is in the wrong place');
    },
  };
}

function parseHeader(text: string | undefined): BackupHeader {
  if (text === undefined) throw damaged('it ends early');
  const json = parseJson(text);
  const any = AnyHeader.safeParse(json);
  if (!any.success) throw new StartError('This is not a Terrace backup.');
  if (any.data.version > VERSION) {
    throw new StartError('The backup was made by a newer version of Terrace. Restore it with that version.');
  }
  const header = BackupHeader.safeParse(json);
  if (!header.success) throw damaged('the header cannot be read');
  return header.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const damaged = (how: string, cause?: unknown): StartError =>
  new StartError(`The backup is damaged or incomplete (${how}). Use another backup.`, { cause });
