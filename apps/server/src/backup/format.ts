import type { Readable } from 'node:stream';
import { z } from 'zod';

/**
 * A Zstandard file of JSON lines: a header; for each table its pieces and a line with row count and checksum; an end
 * line. Each piece is rows in Postgres's COPY text format and follows a line with its length.
 */
export const FORMAT = 'terrace backup';
export const VERSION = 1;

/** Longer lines or pieces mean that the file is damaged. */
export const MAX_LINE = 1_048_576;
const MAX_PIECE = 16_777_216;

/** A table of a backup, with the state of its id sequences. */
export type BackupTable = z.infer<typeof BackupTable>;
const BackupTable = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()).min(1).readonly(),
  /** Last id used, by column; unused sequences are omitted. Strings, because Postgres counts beyond 2⁵³. */
  counters: z.record(z.string(), z.string().regex(/^\d+$/)),
});

export type BackupHeader = z.infer<typeof BackupHeader>;
export const BackupHeader = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** Everything committed before this time, by the Postgres clock, is included. */
  takenAt: z.iso.datetime(),
  /** Applied migrations, oldest first. */
  migrations: z.array(z.string()).min(1).readonly(),
  tables: z.array(BackupTable).readonly(),
});

/** The part of the header that all versions share. */
export const AnyHeader = z.object({ format: z.literal(FORMAT), version: z.int() });

/** A line after the header, for a piece, the end of a table, or the end of the backup. */
export type BackupLine = z.infer<typeof BackupLine>;
export const BackupLine = z.union([
  z.strictObject({ table: z.string(), bytes: z.int().positive().max(MAX_PIECE) }),
  z.strictObject({ table: z.string(), rows: z.int().nonnegative(), sha256: z.string() }),
  z.strictObject({ end: z.literal(true) }),
]);

export type Snapshot = Pick<BackupHeader, 'takenAt' | 'migrations' | 'tables'> & {
  /** A table's rows as text; `count` is available once they are read. Tables are read one after another. */
  rows(table: BackupTable): { readonly bytes: Readable; count(): Promise<number> };
};

/** Called with the bytes read from or written to a backup, before compression. */
export type OnBytes = (table: string, bytes: number) => void;
