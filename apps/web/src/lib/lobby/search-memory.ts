import { MINUTE_MS, OpenSeek } from '@terrace/protocol';
import * as z from 'zod/mini';
import { deviceStorage } from '#lib/device/device-storage.ts';

const KEY = 'terrace-search';

/** A search resumes within the first limit; until the second, the visitor learns that it ended. */
const RESUME_WITHIN_MS = MINUTE_MS;
const REPORT_WITHIN_MS = 60 * MINUTE_MS;

const Kept = z.object({ open: OpenSeek, at: z.number() });

/** Stored on this device, so that the search survives a reload. */
export const searchMemory = {
  save(open: OpenSeek): void {
    deviceStorage.writeJson(KEY, { open, at: Date.now() } satisfies z.infer<typeof Kept>);
  },

  load(): { readonly open: OpenSeek; readonly resumes: boolean } | undefined {
    const kept = deviceStorage.readJson(KEY, Kept);
    if (kept === undefined) return undefined;
    const { open, at } = kept;
    const gone = Date.now() - at;
    return gone > REPORT_WITHIN_MS ? undefined : { open, resumes: gone <= RESUME_WITHIN_MS };
  },

  clear(): void {
    deviceStorage.remove(KEY);
  },
};
