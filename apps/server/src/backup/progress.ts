import type { OnBytes } from './format.ts';

const EVERY_MS = 5_000;

/** Says every few seconds how far a backup is. */
export function createProgress(say: (line: string) => void): OnBytes & { readonly total: () => string } {
  let total = 0;
  let saidAt: number | undefined;
  const onBytes: OnBytes = (table, bytes) => {
    total += bytes;
    saidAt ??= performance.now();
    if (performance.now() - saidAt < EVERY_MS) return;
    saidAt = performance.now();
    say(`${megabytes(total)} so far, now in the table ${table}`);
  };
  return Object.assign(onBytes, { total: () => megabytes(total) });
}

/** A size for people, such as 1,234.5 MB. */
const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
