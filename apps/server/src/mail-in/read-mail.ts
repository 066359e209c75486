import pLimit from 'p-limit';
import { createThread } from '../runtime/thread.ts';
import { isTooComplex } from './limits.ts';

/** Includes the start of the thread, which a busy machine lets wait. Ordinary mails take a hundredth of a second. */
const TIMEOUT_MS = 30_000;
const MAX_MEMORY_MB = 128;

/** `ownHost` is in the Message-IDs of this server's mails, `authservIds` name the operator's mail server. */
export type MailToRead = {
  readonly raw: Uint8Array;
  readonly ownHost: string;
  readonly authservIds: readonly string[];
};

/** `paragraphs` are what the sender wrote, each as its lines. */
export type ReadMail = {
  readonly from: string | undefined;
  readonly messageId: string | undefined;
  readonly isAutomatic: boolean;
  readonly isAuthentic: boolean;
  readonly paragraphs: readonly (readonly string[])[];
};

export type MailReader = ReturnType<typeof createMailReader>;

/** Reads mails one at a time, in a thread with limits of time and memory. */
export function createMailReader(settings: Omit<MailToRead, 'raw'>, reportError: (error: unknown) => void) {
  const thread = createThread<MailToRead, ReadMail | undefined>(new URL('./read-mail.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    reportError,
  });
  /** The time of a mail starts when the thread is free, so that a slow mail does not end those that wait. */
  const oneByOne = pLimit(1);

  return {
    /** @returns undefined for a mail that is malformed or too complex @throws an error if a limit ended the reading */
    read: (raw: Uint8Array): Promise<ReadMail | undefined> =>
      oneByOne(async () => {
        if (isTooComplex(raw)) return undefined;
        return thread.run({ raw, ...settings }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      }),

    close: thread.close,
  };
}
