import type { OnBytes } from './format.ts';

const EVERY_MS = 5_000;

export function createProgress(writeLine: (line: string) => void): OnBytes & { readonly total: () => string } {
  let total = 0;
  let reportedAt: number | undefined;
  const onBytes: OnBytes = (table, bytes) => {
    total += bytes;
    reportedAt ??= performance.now();
    if (performance.now() - reportedAt < EVERY_MS) return;
    reportedAt = performance.now();
    writeLine(`${megabytes(total)} so far, processing table ${table}`);
  };
  return Object.assign(onBytes, { total: () => megabytes(total) });
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
