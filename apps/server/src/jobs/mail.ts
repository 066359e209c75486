import { currentLanguage } from '@terrace/messages';
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
import type { JobContext } from './context.ts';

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
    const listener = await listenForMail({ ...where, readReply: tokens.readReply, receive, reportError });
    return {
      async close(): Promise<void> {
        await listener.close();
        await reader.close();
      },
    };
  };

  let listener: Awaited<ReturnType<typeof listen>> | undefined;
  return {
    channel: digests.channel,
    sendAccountMail: createSendAccountLetter(send),
    sendAnswer: createAnswer({ send, publicUrl, notifications, state, pictures, replyAddressOf, now }),

    async start(): Promise<void> {
      if (mailIn !== undefined) listener = await listen(mailIn);
      digests.start();
    },

    async close(): Promise<void> {
      await Promise.all([listener?.close(), digests.close()]);
      closeTransport();
      await pictures.close();
    },
  };
}
