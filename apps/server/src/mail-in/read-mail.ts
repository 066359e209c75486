import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { isTooComplex } from './limits.ts';

const IDLE_MS = 60_000;

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
export function createMailReader(settings: Omit<MailToRead, 'raw'>) {
  const thread = new Piscina<MailToRead, ReadMail | undefined>({
    filename: new URL('./read-mail.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, maxYoungGenerationSizeMb: 16 },
  });
  thread.on('error', () => undefined); // a thread that cannot start fails its task, and must not end this process
  /** The time of a mail starts when the thread is free, so that a slow mail does not end those that wait. */
  const oneByOne = pLimit(1);

  return {
    /** @returns undefined for a mail that is malformed or too complex @throws an error if a limit ended the reading */
    read: (raw: Uint8Array): Promise<ReadMail | undefined> =>
      oneByOne(async () => {
        if (isTooComplex(raw)) return undefined;
        return thread.run({ raw, ...settings }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      }),

    close: (): Promise<void> => thread.destroy(),
  };
}
