import { MINUTE_MS, OpenSeek } from '@terrace/protocol';
import * as z from 'zod/mini';
import { deviceStorage } from '#lib/device/device-storage.ts';

const KEY = 'terrace-search';

/** After so long without any page of the visitor's, in ms, a search is over; and for so long they are told so. */
const RESUME_WITHIN_MS = MINUTE_MS;
const REPORT_WITHIN_MS = 60 * MINUTE_MS;

/** The search, and when a page of the visitor's last went on with it, in ms since 1970 by the device. */
const Kept = z.object({ open: OpenSeek, at: z.number() });

/** The own search, kept by the device for the next page: it survives a reload, and no day. */
export const searchMemory = {
  save(open: OpenSeek): void {
    deviceStorage.writeJson(KEY, { open, at: Date.now() } satisfies z.infer<typeof Kept>);
  },

  /** What was waited for, and whether it is so lately that it goes on. */
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
