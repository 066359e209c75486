import type { Readable } from 'node:stream';
import { z } from 'zod';

/**
 * A backup is one file, compressed by Zstandard. Within are lines of JSON: first the header; then, for each of its tables in
 * turn, any number of pieces, each a line that says how many bytes of Postgres' own text form of rows follow it, and a line with
 * the table's row count and checksum; and at last a line that says that nothing is missing.
 */
export const FORMAT = 'terrace backup';
export const VERSION = 1;

/** The longest line and the longest piece that are read, in bytes: what is longer is damage. */
export const MAX_LINE = 1_048_576;
const MAX_PIECE = 16_777_216;

/** A table of a backup, with what its counters for ids were at. */
export type BackupTable = z.infer<typeof BackupTable>;
const BackupTable = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()).min(1).readonly(),
  /** Column to the last id it gave; those that gave none are missing. As text: Postgres counts beyond 2⁵³. */
  counters: z.record(z.string(), z.string().regex(/^\d+$/)),
});

export type BackupHeader = z.infer<typeof BackupHeader>;
export const BackupHeader = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** Whatever was committed before is in it, by the clock of Postgres. */
  takenAt: z.iso.datetime(),
  /** The migrations that made its tables, oldest first. */
  migrations: z.array(z.string()).min(1).readonly(),
  tables: z.array(BackupTable).readonly(),
});

/** What the first line has in every version. */
export const AnyHeader = z.object({ format: z.literal(FORMAT), version: z.int() });

/** A line after the header: a piece follows, a table ends, or all does. */
export type BackupLine = z.infer<typeof BackupLine>;
export const BackupLine = z.union([
  z.strictObject({ table: z.string(), bytes: z.int().positive().max(MAX_PIECE) }),
  z.strictObject({ table: z.string(), rows: z.int().nonnegative(), sha256: z.string() }),
  z.strictObject({ end: z.literal(true) }),
]);

/** A database as it was at one moment. */
export type Snapshot = Pick<BackupHeader, 'takenAt' | 'migrations' | 'tables'> & {
  /** A table's rows as text, and how many there were, once they are read. One table is read after another. */
  rows(table: BackupTable): { readonly bytes: Readable; count(): Promise<number> };
};

/** Told of what goes into or comes out of a backup, in bytes before compression. */
export type OnBytes = (table: string, bytes: number) => void;
