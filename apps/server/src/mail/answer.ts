import type { GameState } from '@terrace/game';
import { inLanguage } from '@terrace/messages';
import { mailMessages } from '@terrace/messages/mail';
import type { GameId } from '@terrace/protocol';
import { toRecipient } from '../notifications/describe.ts';
import type { Answer } from '../notifications/mail.ports.ts';
import type { NotificationStore } from '../notifications/notifications.ports.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { gameLetterSection, pictureOf } from './game-letter.ts';
import { gameText } from './game-section.ts';
import type { Letter } from './letter.ts';
import { type ReplyAddressOf, replySentences } from './replies.ts';
import type { SendMail } from './transport.ts';

type Dependencies = {
  readonly send: SendMail;
  readonly publicUrl: string;
  readonly notifications: Pick<NotificationStore, 'recipient'>;
  readonly state: (gameId: GameId) => Promise<GameState | null>;
  readonly pictures: Pick<Pictures, 'png'>;
  readonly replyAddressOf: ReplyAddressOf;
  readonly now: () => number;
};

/**
 * Sends the answer to a mail with a command. It shows the game as it is now, and can be replied to as well. Players
 * without an address, such as those whose account was deleted in the meantime, get none.
 */
export const createAnswer =
  ({ send, publicUrl, notifications, state, pictures, replyAddressOf, now }: Dependencies) =>
  async ({ player, key, isDone, gameId, inReplyTo }: Omit<Answer, 'text'>, text: string): Promise<void> => {
    const row = await notifications.recipient(player);
    if (row?.email == null) return;
    const [to, recipient] = [row.email, toRecipient(player, row)];
    const game = await state(gameId);
    const say = <T>(make: () => T): T => inLanguage(recipient.language, make);
    const shown =
      game === null ? undefined : { id: gameId, state: game, text: say(() => gameText(game, recipient, now())) };
    const picture = shown && (await pictureOf(pictures, { ...shown, alt: shown.text.alt, player: recipient.id }));
    const letter = say((): Letter => {
      const { done, notDone, subject } = mailMessages().answer;
      const title = isDone ? done : notDone;
      const paragraphs = text.split('\n\n');
      const first = { heading: title, paragraphs, diagram: null, picture: null, link: null };
      const closing = shown === undefined ? [] : replySentences(shown.state, recipient.id, shown.text.example);
      const section =
        shown && gameLetterSection({ ...shown, picture: picture ?? null, before: [], closing }, publicUrl);
      return {
        language: recipient.language,
        subject: subject({ title }),
        hello: mailMessages().notify.hello({ name: recipient.name }),
        sections: section === undefined ? [first] : [first, section],
        footer: null,
      };
    });
    const replyTo = game === null ? null : replyAddressOf(gameId, game, recipient.id);
    await send(letter, { to, key: `answer ${key}`, replyTo, ...(inReplyTo !== undefined && { inReplyTo }) });
  };
