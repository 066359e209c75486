import { beforeAll } from 'vitest';
import type { ExternalServices } from '../accounts/account-services.ts';
import type { AppOptions } from '../compose.ts';
import { useTestApp } from './app.ts';
import { openMailbox } from './mailbox.ts';

type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** The address in links of mails. */
export const PUBLIC_URL = 'https://terrace.example';

/**
 * An app that sends its mails to a mailbox of its own.
 * @param prepare returns further external services
 */
export function useAppWithMail(
  prepare?: () => Promise<Pick<ExternalServices, 'mailIn'>>,
  more: Pick<Partial<AppOptions>, 'budget'> = {},
) {
  let mailbox: Mailbox;
  beforeAll(() => () => mailbox.close());
  const app = useTestApp({
    ...more,
    async prepare() {
      mailbox = await openMailbox();
      const mail = { smtpUrl: mailbox.smtpUrl, from: 'Terrace <terrace@terrace.example>' };
      return { external: { publicUrl: PUBLIC_URL, mail, providers: {}, ...(await prepare?.()) } };
    },
  });
  return { app, mailbox: (): Mailbox => mailbox };
}
