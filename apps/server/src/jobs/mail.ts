import { currentLanguage } from '@terrace/messages';
import { SECOND_MS } from '@terrace/protocol';
import type { MailSeal } from '../errands/sealed-mail.ts';
import { localLimits } from '../limits/rate-limit.ts';
import { createSendAccountLetter } from '../mail/account-letter.ts';
import { createAnswer } from '../mail/answer.ts';
import { createComposeLetter } from '../mail/compose-letter.ts';
import { createDigests } from '../mail/digests.ts';
import { createReplyAddressOf } from '../mail/replies.ts';
import { createMailTransport } from '../mail/transport.ts';
import { type Listening, listenForMail } from '../mail-in/listener.ts';
import { createMailReader, type MailReader } from '../mail-in/read-mail.ts';
import { createReceive, type Receive } from '../mail-in/receive.ts';
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
export function composeMail(
  { settings, play, stores, scheduler, reportError }: JobContext,
  { sealText }: Pick<MailSeal, 'sealText'>,
  onAnswer: () => void,
) {
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
    onLate: play.mailsLate,
    scheduler,
    reportError,
  });

  const reader =
    mailIn && createMailReader({ ownHost: new URL(publicUrl).hostname, authservIds: mailIn.authservIds }, reportError);

  const receiveWith = (reader: MailReader, domain: string): Receive =>
    createReceive({
      domain,
      reader,
      command: (command) => play.command({ ...command, language: currentLanguage() }),
      state,
      eventsAfter,
      notifications,
      commands: stores.mailCommands,
      createLimit: localLimits,
      sealText,
      onAnswer,
      now,
    });

  let listener: Awaited<ReturnType<typeof listenForMail>> | undefined;
  let opening: Promise<void> | undefined;
  let cancelNext: Cancel | undefined;

  /** A port in use is tried again later, because it must not restart the process, which has other work. */
  async function open(where: Listening, isFirst = true): Promise<void> {
    try {
      listener = await listenForMail(where);
    } catch (cause) {
      const message = `MAIL_IN_PORT ${where.port} cannot be opened and is tried again, so no replies by mail arrive`;
      if (isFirst) reportError(new Error(message, { cause }));
      cancelNext = scheduler.after(where.listenAgainMs ?? LISTEN_AGAIN_MS, () => {
        opening = open(where, false);
      });
    }
  }

  return {
    channel: digests.channel,
    sendAccountMail: createSendAccountLetter(send),
    sendAnswer: createAnswer({ send, publicUrl, notifications, state, pictures, replyAddressOf, now }),

    start(): void {
      if (mailIn !== undefined && reader !== undefined) {
        const receive = receiveWith(reader, mailIn.domain);
        opening = open({ ...mailIn, readReply: tokens.readReply, receive, reportError });
      }
      digests.start();
    },

    async close(): Promise<void> {
      await opening;
      cancelNext?.();
      await Promise.all([listener?.close(), digests.close()]);
      await reader?.close();
      closeTransport();
      await pictures.close();
    },
  };
}
