import type { ExternalServices } from '../accounts/account-services.ts';
import type { CommandLine } from '../commands/index.ts';
import { createAnswer } from '../mail/answer.ts';
import { createComposeLetter } from '../mail/compose-letter.ts';
import { createDigests } from '../mail/digests.ts';
import { createMailTransport } from '../mail/transport.ts';
import { listenForMail } from '../mail-in/listener.ts';
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
  readonly stores: Stores;
  readonly nodes: Nodes;
  readonly services: Services;
  readonly pictures: Pictures;
  readonly metrics: Metrics;
  readonly reportError: (error: unknown) => void;
};

export type Mail = ReturnType<typeof composeMail>;

/** Mails with notifications, if a mail server is set. Links to unsubscribe from earlier mails work without one. */
export function composeMail({ secret, external, stores, nodes, services, pictures, metrics, reportError }: Options) {
  const tokens = createMailTokens(secret);
  const unsubscribe = createUnsubscribe({ store: stores.notifications, tokens });
  if (!external?.mail) return { unsubscribe, digests: undefined, listen: async () => undefined };
  const { publicUrl, mail } = external;
  const send = createMailTransport(mail, publicUrl);
  const digests = createDigests({
    mails: stores.mails,
    notifications: stores.notifications,
    state: services.service.state,
    compose: createComposeLetter({ publicUrl, tokens, pictures, replyDomain: external.mailIn?.domain }),
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
    const receive = createReceive({
      tokens,
      domain: mailIn.domain,
      ownHost: new URL(publicUrl).hostname,
      authservId: mailIn.authservId,
      commandLine,
      state: services.service.state,
      notifications: stores.notifications,
      commands: stores.mailCommands,
      answer: createAnswer(send, publicUrl),
      createLimit: services.createLimit,
      now: nodes.scheduler.now,
      reportError,
    });
    return listenForMail({ ...mailIn, receive, reportError });
  }

  return { unsubscribe, digests, listen };
}
