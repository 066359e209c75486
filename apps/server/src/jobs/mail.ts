import { currentLanguage } from '@terrace/messages';
import { SECOND_MS } from '@terrace/protocol';
import { localLimits } from '../limits/rate-limit.ts';
import { createSendAccountLetter } from '../mail/account-letter.ts';
import { createAnswer } from '../mail/answer.ts';
import { createComposeLetter } from '../mail/compose-letter.ts';
import { createDigests } from '../mail/digests.ts';
import { createReplyAddressOf } from '../mail/replies.ts';
import { createMailTransport } from '../mail/transport.ts';
import { listenForMail } from '../mail-in/listener.ts';
import { createMailReader } from '../mail-in/read-mail.ts';
import { createReceive } from '../mail-in/receive.ts';
import { createMailTokens } from '../notifications/mail-tokens.ts';
import { createPictures } from '../pictures/pictures.ts';
import type { Cancel } from '../runtime/scheduler.ts';
import type { JobContext } from './context.ts';

/** A port that could not be opened is tried again this much later. */
const LISTEN_AGAIN_MS = 10 * SECOND_MS;

/**
 * Mails out and in; undefined if no mail server is set.
 * @param onAnswer called when an answer to a mail was stored as an errand
 */
export function composeMail({ settings, play, stores, scheduler, reportError }: JobContext, onAnswer: () => void) {
  const { mail, mailIn, publicUrl, mailKey } = settings;
  if (mail === undefined || publicUrl === undefined) return undefined;
  const { now } = scheduler;
  const { state, eventsAfter, notifications } = stores;
  const tokens = createMailTokens(mailKey);
  const pictures = createPictures(reportError);
  const { send, close: closeTransport } = createMailTransport(mail, publicUrl);
  const replyAddressOf = createReplyAddressOf(tokens, mailIn?.domain);
  const digests = createDigests({
    mails: stores.mails,
    notifications,
    state,
    compose: createComposeLetter({ publicUrl, tokens, pictures, replyAddressOf }),
    send,
    onDelivered: play.delivered,
    scheduler,
    reportError,
  });

  const listen = async ({ authservIds, ...where }: NonNullable<typeof mailIn>) => {
    const reader = createMailReader({ ownHost: new URL(publicUrl).hostname, authservIds }, reportError);
    const receive = createReceive({
      domain: where.domain,
      reader,
      command: (command) => play.command({ ...command, language: currentLanguage() }),
      state,
      eventsAfter,
      notifications,
      commands: stores.mailCommands,
      createLimit: localLimits,
      onAnswer,
      now,
    });
    try {
      const listener = await listenForMail({ ...where, readReply: tokens.readReply, receive, reportError });
      return async (): Promise<void> => {
        await listener.close();
        await reader.close();
      };
    } catch (error) {
      await reader.close();
      throw error;
    }
  };

  let stopListening: Awaited<ReturnType<typeof listen>> | undefined;
  let opening: Promise<void> | undefined;
  let cancelNext: Cancel | undefined;

  /** Mails in are worth no restart of everything else: a port that is in use is tried again later. */
  async function open(where: NonNullable<typeof mailIn>): Promise<void> {
    try {
      stopListening = await listen(where);
    } catch (cause) {
      reportError(
        new Error(`MAIL_IN_PORT ${where.port} cannot be opened, so answers by mail are not received`, { cause }),
      );
      cancelNext = scheduler.after(LISTEN_AGAIN_MS, () => {
        opening = open(where);
      });
    }
  }

  return {
    channel: digests.channel,
    sendAccountMail: createSendAccountLetter(send),
    sendAnswer: createAnswer({ send, publicUrl, notifications, state, pictures, replyAddressOf, now }),

    start(): void {
      if (mailIn !== undefined) opening = open(mailIn);
      digests.start();
    },

    async close(): Promise<void> {
      await opening;
      cancelNext?.();
      await Promise.all([stopListening?.(), digests.close()]);
      closeTransport();
      await pictures.close();
    },
  };
}
