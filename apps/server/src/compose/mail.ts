import type { ExternalServices } from '../accounts/account-services.ts';
import type { CommandLine } from '../commands/index.ts';
import { createAnswer } from '../mail/answer.ts';
import { createComposeLetter } from '../mail/compose-letter.ts';
import { createDigests } from '../mail/digests.ts';
import { createReplyAddressOf } from '../mail/replies.ts';
import type { MailTransport } from '../mail/transport.ts';
import { listenForMail } from '../mail-in/listener.ts';
import { createMailReader } from '../mail-in/read-mail.ts';
import { createReceive } from '../mail-in/receive.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createMailTokens } from '../notifications/mail-tokens.ts';
import { createUnsubscribe } from '../notifications/unsubscribe.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Nodes } from './nodes.ts';
import type { Services } from './services.ts';
import type { Stores } from './stores.ts';

type Options = {
  readonly secret: string;
  readonly external: ExternalServices | undefined;
  /** Undefined if the server sends no mail. */
  readonly transport: MailTransport | undefined;
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly pictures: Pictures;
  readonly metrics: Metrics;
  readonly reportError: (error: unknown) => void;
};

export type Mail = ReturnType<typeof composeMail>;

/** Mails with notifications, if a mail server is set. Links to unsubscribe from earlier mails work without one. */
export function composeMail({ secret, external, transport, stores, nodes, services, pictures, ...options }: Options) {
  const { metrics, reportError } = options;
  const tokens = createMailTokens(secret);
  const unsubscribe = createUnsubscribe({ store: stores.notifications, tokens });
  if (!external || !transport) return { unsubscribe, digests: undefined, listen: async () => undefined };
  const { publicUrl } = external;
  const { send } = transport;
  const replyAddressOf = createReplyAddressOf(tokens, external.mailIn?.domain);
  const digests = createDigests({
    mails: stores.mails,
    notifications: stores.notifications,
    state: services.service.state,
    compose: createComposeLetter({ publicUrl, tokens, pictures, replyAddressOf }),
    send,
    isLeader: nodes.isLeader,
    onDelivered: metrics.notificationDelivered,
    scheduler: nodes.scheduler,
    reportError,
  });
  const { mailIn } = external;

  /** Listens for replies, if that is set. */
  async function listen(commandLine: CommandLine) {
    if (!mailIn) return undefined;
    const reader = createMailReader(
      { ownHost: new URL(publicUrl).hostname, authservIds: mailIn.authservIds },
      reportError,
    );
    const { state, eventsAfter } = services.service;
    const { now } = nodes.scheduler;
    const receive = createReceive({
      domain: mailIn.domain,
      reader,
      commandLine,
      state,
      eventsAfter,
      notifications: stores.notifications,
      commands: stores.mailCommands,
      answer: createAnswer({ send, publicUrl, state, pictures, replyAddressOf, now }),
      createLimit: services.createLimit,
      now,
      reportError,
    });
    const listener = await listenForMail({ ...mailIn, readReply: tokens.readReply, receive, reportError });
    return {
      async close(): Promise<void> {
        await listener.close();
        await reader.close();
      },
    };
  }

  return { unsubscribe, digests, listen };
}
